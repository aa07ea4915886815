#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every output says where it comes from; `cardon info` prints it, and `cardon compare` says why two runs differ."""
import json
import sys
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

CONFIG = {
    "title": "Where from", "thorns": ["WaveToy"], "grid": {"points": [16, 8, 8], "boundary": "periodic"},
    "time": {"stop": {"iterations": 4}}, "WaveToy": {"width": 0.3}, "checkpoint": {"every": 2},
    "output": {name: {"every": 4, "fields": ["phi"]} for name in ("scalars", "fields", "slices", "lines")},
}
SITES = {"thorns": ["WaveToy", "GridDriver"],
         "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]}}


def png_chunks(data):
    """(type, content) of each."""
    place, chunks = 8, []
    while place < len(data):
        size = int.from_bytes(data[place:place + 4], "big")
        chunks.append((data[place + 4:place + 8], data[place + 8:place + 8 + size]))
        place += size + 12
    return chunks


FOLDER = None


def setUpModule():
    global FOLDER
    FOLDER = unittest.enterModuleContext(cardon_run.folder())


class Provenance(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """What all classes look at, made once, in processes of their own."""
        cls.folder = FOLDER
        if not (FOLDER / "one").exists():
            cardon_run.write_parfile(FOLDER / "wave.yaml", CONFIG)
            cardon_run.write_parfile(FOLDER / "sites.yaml", dict(CONFIG, **SITES))
            for ranks, words in ((1, ["wave.yaml", "--out", "one"]), (2, ["sites.yaml", "--out", "two", "driver.ghost_zones=3"])):
                result = cardon_run.call(["run", words[0], "--quiet", *words[1:3], "WaveToy.speed=1", *words[3:]], ranks, FOLDER)
                assert result.code == 0, result.report()

    @classmethod
    def call(cls, *arguments, code=0, ranks=1):
        result = many_runs.call(arguments, ranks=ranks, cwd=cls.folder)
        if result.code != code:
            raise AssertionError(result.report())
        return result.err if code > 1 else result.out

    def provenance(self, run):
        return json.loads((self.folder / run / "provenance.json").read_text())

    def explanation(self, text):
        return text.split("\ndifferent: ")[1].split("\n", 2)[2]


class Content(Provenance):
    def test_everything_is_in_it(self):
        one = self.provenance("one")
        self.assertEqual((one["program"], one["title"], one["thorns"], one["ranks"]), ("Cardon", "Where from", ["WaveToy"], 1))
        self.assertEqual(one["command"][1:], ["run", "wave.yaml", "--quiet", "--out", "one", "WaveToy.speed=1"])
        self.assertRegex(one["started"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")
        self.assertEqual(one["parameters"]["WaveToy::width"], {"value": "0.3", "source": "wave.yaml:20"})
        self.assertEqual(one["parameters"]["WaveToy::speed"], {"value": "1", "source": "command line"})
        self.assertEqual(one["parameters"]["time.courant"]["source"], "default")
        for name in ("type", "compiler", "flags", "system", "revision", "access_checks"):
            self.assertTrue(one["build"][name], name)
        self.assertTrue(any(library.startswith("HDF5 1.") for library in one["build"]["libraries"]))
        self.assertEqual(list(one["hosts"].values()), ["0"])
        self.assertEqual((one["machine"]["known_from"], list(one["machine"]["sites"].values())), ("one site", ["0"]))
        for name in ("lossy", "restarted_from", "other_modules"):
            self.assertNotIn(name, one)

    def test_modules_are_those_that_were_loaded(self):
        modules = self.provenance("one")["modules"]
        for name in ("libcardon", "WaveToy", "IOHDF5"):
            self.assertRegex(modules[name]["checksum"], "^[0-9a-f]{64}$")
            self.assertTrue(Path(modules[name]["file"]).name.startswith(f"{name}.so"), modules[name])
            self.assertTrue(Path(modules[name]["file"]).is_file())
        self.assertEqual(modules, {**self.provenance("two")["modules"], **modules})

    def test_runs_on_sites_say_which_rank_is_where(self):
        two = self.provenance("two")
        self.assertEqual(two["ranks"], 2)
        self.assertEqual(two["machine"], {"known_from": "parameter file", "sites": {"a": "0", "b": "1"}})
        self.assertEqual(list(two["hosts"].values()), ["0-1"])
        self.assertIn("name: a", two["parameters"]["machine"]["value"])

    def test_no_two_runs_have_the_same_id(self):
        self.assertNotEqual(self.provenance("one")["run_id"], self.provenance("two")["run_id"])


class Outputs(Provenance):
    def test_pictures_and_field_files_hold_it(self):
        for run in ("one", "two"):
            whole = self.provenance(run)
            for file in ("fields/phi.it000004.h5", "slices/phi.xy.it000004.png"):
                self.assertEqual(json.loads(self.call("info", f"{run}/{file}", "--json")), whole, file)
        chunks = dict(png_chunks((self.folder / "one/slices/phi.xy.it000004.png").read_bytes()))
        key, text = chunks[b"zTXt"].split(b"\0\0", 1)
        self.assertEqual(key, b"Provenance")
        self.assertEqual(json.loads(zlib.decompress(text)), self.provenance("one"))
        self.assertTrue(chunks[b"tEXt"].startswith(b"Software\0Cardon "))

    def test_plots_hold_that_of_their_run(self):
        for picture in self.call("plot", "one").split():
            self.assertEqual(json.loads(self.call("info", picture, "--json")), self.provenance("one"), picture)

    def test_checkpoints_hold_it(self):
        for path in ("checkpoints/it000002", "checkpoints/latest", "checkpoints/it000002/manifest.json"):
            self.assertEqual(json.loads(self.call("info", f"one/{path}", "--json")), self.provenance("one"), path)
        self.assertRegex(self.call("info", "one/checkpoints/latest"), r"^checkpoint one/checkpoints/latest \(iteration 4, ")

    def test_tables_belong_to_their_run(self):
        for file in ("one/scalars.tsv", "one/" + next((self.folder / "one").glob("lines/*.tsv")).relative_to(
                self.folder / "one").as_posix(), "one/parfile.yaml"):
            self.assertEqual(self.call("info", file), self.call("info", "one"))

    def test_files_are_found_from_their_own_folder(self):
        for table in ((self.folder / "one/scalars.tsv"), next((self.folder / "one").glob("lines/*.tsv"))):
            done = many_runs.call(["info", table.name, "--json"], cwd=table.parent)
            self.assertEqual((done.code, json.loads(done.out or "{}")), (0, self.provenance("one")), done.report())


class Info(Provenance):
    def test_people_can_read_it(self):
        text = self.call("info", "two")
        self.assertEqual(text.splitlines()[0], "run two")
        for line in (r"title +Where from", r"thorns +WaveToy, GridDriver", r"ranks +2", r"hosts +\S+: ranks 0-1",
                     r"machine +known from: parameter file", r" +b: rank 1", r" +flags: .*-ffp-contract=off.*",
                     r" +libcardon +[0-9a-f]{64}  /.+\.so.*", r" +WaveToy::width += 0\.3 +sites\.yaml:\d+",
                     r" +driver\.ghost_zones += 3 +command line", r"command +.+ run sites\.yaml --quiet .*",):
            self.assertRegex(text, rf"(?m)^{line}$")

    def test_what_says_nothing_is_an_error(self):
        (self.folder / "stray.png").write_bytes(b"no picture")
        (self.folder / "stray.txt").write_text("nothing")
        (self.folder / "empty").mkdir(exist_ok=True)
        (self.folder / "empty/parfile.yaml").touch()
        (self.folder / "damaged").mkdir(exist_ok=True)
        whole = (self.folder / "one/checkpoints/it000002/manifest.json").read_text()
        (self.folder / "damaged/manifest.json").write_text(whole[:-9])
        self.assertIn("damaged is not a complete checkpoint", self.call("info", "damaged", code=4))
        self.assertIn("[output/unreadable]", self.call("info", "stray.png", code=4))
        self.assertIn("stray.txt does not say where it came from", self.call("info", "stray.txt", code=2))
        self.assertIn("empty does not say where it came from", self.call("info", "empty", code=2))
        self.assertIn("[cli/usage]", self.call("info", "--json", code=2))


class Compare(Provenance):
    def test_identical_although(self):
        last = self.call("compare", "one", "two").splitlines()[-2:]
        self.assertEqual(last[0], "identical")
        self.assertRegex(last[1], r"^although: ranks 1 -> 2; thorns WaveToy -> WaveToy, GridDriver; driver\.ghost_zones 0 -> 3; ")

    def test_a_parameter_is_the_reason(self):
        self.call("run", "wave.yaml", "--quiet", "--out", "three", "WaveToy.speed=1", "WaveToy.width=0.31")
        self.assertEqual(self.explanation(self.call("compare", "one", "three", code=1)), "why they may differ\n"
                         "   WaveToy::width  0.3 (wave.yaml:20)  ->  0.31 (command line)\n")

    def test_a_lossy_codec_is_a_reason(self):
        self.call("run", "sites.yaml", "--quiet", "--out", "lossy", "WaveToy.speed=1", "driver.ghost_zones=3",
                  "driver.compression=zfp-1e-3", ranks=2)
        text = self.explanation(self.call("compare", "two", "lossy", code=1))
        self.assertIn("   lossy codecs        none  ->  zfp-1e-3 on link a-b\n", text)
        self.assertNotIn("never change", text)

    def test_a_restart_says_where_it_goes_on(self):
        self.call("run", "wave.yaml", "--quiet", "--out", "again", "WaveToy.speed=1", "--restart", "one/checkpoints/it000002")
        before, again = self.provenance("one"), self.provenance("again")
        self.assertEqual(again["restarted_from"], {"run": "one", "iteration": 2, "run_id": before["run_id"]})
        last = self.call("compare", "one", "again").splitlines()
        self.assertIn("although: restarted from no -> one at iteration 2", last[-1])


if __name__ == "__main__":
    unittest.main()
