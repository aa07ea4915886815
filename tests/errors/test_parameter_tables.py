#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables that parameters name: what of them reaches the grid, what is wrong with bad ones, what a restart makes of others."""
import json
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

CRUST = "# against depth\ndepth vp vs\n0 1 5\n0.5 2 6\n1 4 7\n"


class Tables(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        self.write()

    def write(self, text=CRUST, name="crust.txt"):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text)

    def config(self, layers=None, points=(9, 9), **more):
        layers = layers or {"file": "crust.txt", "column": "vp"}
        domain = [[0, 1]] * len(points)
        return {"thorns": ["AcousticWave"], "time": {"stop": {"iterations": 4}},
                "grid": {"points": list(points), "domain": domain, "boundary": {"dirichlet": "0"}},
                "AcousticWave": {"velocity_from": "layers", "layers": layers, "frequency": 1},
                "output": {"scalars": {"fields": ["velocity"], "reductions": ["min", "max", "minloc", "l1"]}}, **more}

    def call(self, config, *arguments, verb="run", name="case", **also):
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        start = cardon_run.call if "ranks" in also else many_runs.call
        return start([verb, file, *arguments], cwd=self.folder, **also)

    def run_good(self, config, *arguments, name="case", **also):
        result = self.call(config, "--out", self.folder / f"out-{name}", "--quiet", *arguments, name=name, **also)
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(self.folder / f"out-{name}")

    def refused(self, config, slug, *texts, verb="check", arguments=()):
        result = self.call(config, *arguments, verb=verb)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn(f"[{slug}]", result.err)
        for text in texts:
            self.assertIn(text, result.err)

    def test_a_profile_is_on_grids_of_any_directions(self):
        for points in ((17,), (9, 9), (5, 5, 9)):
            run = self.run_good(self.config(points=points), name=f"d{len(points)}")
            self.assertEqual((run.scalars["velocity.min"][0], run.scalars["velocity.max"][0]), (1, 4))
            self.assertEqual(run.scalars["velocity.minloc." + "xyz"[len(points) - 1]][0], 1)      # depth 0: the upper face
        mean = (1 + 1.25 + 1.5 + 1.75 + 2 + 2.5 + 3 + 3.5 + 4) / 9
        self.assertAlmostEqual(run.scalars["velocity.l1"][0], mean, 14)

    def test_the_user_chooses_column_interpolation_and_what_lies_outside(self):
        run = self.run_good(self.config({"file": "crust.txt", "column": 3}), name="number")
        self.assertEqual(run.scalars["velocity.max"][0], 7)
        monotone = {"file": "crust.txt", "column": "vp", "interpolation": "monotone"}
        self.assertNotEqual(self.run_good(self.config(monotone), name="cubic").scalars["velocity.l1"],
                            self.run_good(self.config(), name="linear").scalars["velocity.l1"])
        self.write("0 1\n0.5 2\n")
        self.assertEqual(self.run_good(self.config("crust.txt"), name="constant").scalars["velocity.max"][0], 2)
        straight = self.run_good(self.config({"file": "crust.txt", "outside": "linear"}), name="straight")
        self.assertEqual(straight.scalars["velocity.max"][0], 3)
        result = self.call(self.config({"file": "crust.txt", "outside": "nan"}), "--out", self.folder / "out-nan", "--quiet")
        self.assertEqual(result.code, 3, result.report())
        self.assertIn("[health/not-finite]", result.err)

    def test_names_and_words_that_cannot_be(self):
        self.refused(self.config({"file": "crust.txt", "interpolation": "cubic"}), "parameter/not-a-choice", "linear, monotone")
        self.refused(self.config({"file": "crust.txt", "outside": "none"}), "parameter/not-a-choice", "constant, linear, nan")
        self.refused(self.config({"file": "crust.txt", "colum": "vp"}), "parameter/unknown", "did you mean column?")
        self.refused(self.config("crust.txt"), "parameter/table", "several columns", "depth, vp, vs")
        self.refused(self.config({"file": "crust.txt", "column": "vo"}), "parameter/table", "no column vo", "did you mean v")
        self.refused(self.config({"column": "vp"}), "parameter/table", "no file is named")
        self.refused(self.config("crost.txt"), "parameter/table", "there is no file", "case.yaml:")
        config = self.config()
        del config["AcousticWave"]["layers"]
        self.refused(config, "parameter/table-unset", "AcousticWave::layers does not name a file")

    def test_mistakes_in_the_file_are_shown_where_they_are(self):
        self.write("depth vp\n0 1\n0.5 2x\n1 4 5\n")
        self.refused(self.config(), "parameter/table", "crust.txt:3:5", "'2x' is not a finite number", "0.5 2x", "crust.txt:4:5",
                     "this row has 3 columns, but the first row has 2", "AcousticWave::layers")
        self.write("depth vp\n0 1\n1 2\n0.5 4\n")
        self.refused(self.config(), "parameter/table", "crust.txt:4:1", "arguments must increase")
        self.write("depth vp\n0 1\n1 -2\n")
        self.refused(self.config(), "parameter/table", "crust.txt:3:3", "must be above 0")

    def test_path_column_and_checksum_are_recorded_and_compared(self):
        first = self.run_good(self.config())
        record = json.loads((first.path / "provenance.json").read_text())["data_files"]["AcousticWave::layers"]
        self.assertEqual((record["file"], record["dataset"], record["points"]), (str(self.folder / "crust.txt"), "vp", [3]))
        again = cardon_run.call(["run", first.path / "resolved.yaml", "--out", self.folder / "again", "--quiet"], cwd=self.folder)
        self.assertEqual(again.code, 0, again.report())
        self.assertEqual(cardon_run.RunFolder(self.folder / "again").checksums, first.checksums)
        self.write(CRUST.replace("0.5 2", "0.5 3"))
        changed = cardon_run.call(["check", first.path / "resolved.yaml"], cwd=self.folder)
        self.assertIn("[parameter/data-file-changed]", changed.err)

    def test_a_restart_on_other_ranks_needs_the_same_values_wherever_they_are(self):
        whole = self.run_good(self.config())
        self.run_good(self.config(time={"stop": {"iterations": 2}}, checkpoint={"every": 1}), name="first")
        (self.folder / "moved").mkdir()
        shutil.copy(self.folder / "crust.txt", self.folder / "moved/other.txt")
        moved = {"file": "moved/other.txt", "column": "vp"}
        again = self.run_good(self.config(moved), "--restart", self.folder / "out-first", name="again", ranks=2)
        self.assertEqual(again.checksums, whole.checksums)
        self.write(CRUST.replace("0.5 2", "0.5 3"), "changed.txt")
        self.refused(self.config({"file": "changed.txt", "column": "vp"}), "restart/fixed-parameter",
                     "AcousticWave::layers is checksum ", "(changed.txt vp)", verb="run",
                     arguments=("--restart", self.folder / "out-first"))

    def test_a_rank_with_another_file_is_noticed(self):
        self.write(name="a/crust.txt")
        self.write(CRUST.replace("0.5 2", "0.5 3"), "b/crust.txt")
        for name in "ab":
            cardon_run.write_parfile(self.folder / name / "case.yaml", self.config())
        words = [str(cardon_run.BINARY), "run", "case.yaml", "--out", str(self.folder / "out")]
        command = cardon_run.launch_of(*((1, ["env", "-C", folder, *words]) for folder in "ab"))
        result = subprocess.run(command, cwd=self.folder, text=True, env=cardon_run.environment(), stdin=subprocess.DEVNULL,
                                capture_output=True, timeout=60)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("parameter/data-files-differ", result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
