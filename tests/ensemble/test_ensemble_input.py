#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `cardon ensemble` checks before it runs anything, and which rows belong to which members."""
import csv
import json
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

WAVE = {"thorns": ["WaveToy"], "grid": {"points": [16], "domain": [[0, 1]], "boundary": "periodic"},
        "time": {"stop": {"iterations": 2}, "step": 0.01},
        "WaveToy": {"initial": "plane", "wavenumber": [1, 0, 0], "exact": "cos(2*pi*(x - t))"},
        "output": {"scalars": {"every": 2, "fields": ["error"], "reductions": ["l2"]}}}
STUDY = {"run": "wave.yaml", "vary": {"WaveToy.order": [2, 4]}, "workers": 1, "table": {"scalars": ["error.l2"]}}


class EnsembleInput(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(many_runs.folder())
        cardon_run.write_parfile(self.folder / "wave.yaml", WAVE)

    def call(self, *words, code=0, **changes):
        cardon_run.write_parfile(self.folder / "study.yaml", {**STUDY, **changes})
        result = cardon_run.call(("ensemble", "study.yaml", *words), cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result

    def rows(self, out):
        with open(self.folder / out / "ensemble.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_mistakes_in_keys_and_in_values_are_reported_together(self):
        result = self.call(code=2, workers=0, set={"WaveToy.width": -1, "WaveToy.sped": 1}, vary={"WaveToy.speed": [1, -2]})
        for words in ("workers = 0 is out of range", "did you mean speed?", "WaveToy::speed = -2 m/s is out of range"):
            self.assertIn(words, result.err)
        self.assertIn("4 errors", result.err)
        # Settings are shown where the file has them, too.
        self.assertNotIn("command line", result.err)
        self.assertEqual(result.err.count("--> study.yaml:"), 4, result.err)
        # Where nothing can be run, the first members suffice.
        result = self.call(code=2, set={"grid.cellls": [3]}, vary={"WaveToy.speed": {"from": 1, "to": 2, "count": 12}})
        self.assertIn("none of the first 8 members can be run; 4 more were not checked", result.err)

    def test_members_are_checked_on_their_ranks(self):
        self.assertIn("[driver/too-many-ranks]", self.call("--dry-run", code=2, ranks=64).err)
        # Also members other than the first one.
        result = self.call("--dry-run", code=2, ranks=3, vary={"grid.points": [[16], [2]]})
        self.assertIn("[driver/too-many-ranks]", result.err)
        self.assertIn("in the member points-_2.", result.err)

    def test_each_value_is_checked_whole_however_many_there_are(self):
        # What only a whole check finds: in this member the grid has fewer points than ranks.
        points = [[n] for n in range(16, 116)]
        for place in (0, 40, 99):
            wrong = [*points[:place], [2], *points[place + 1:]]
            result = self.call("--dry-run", code=2, ranks=3, vary={"grid.points": wrong})
            self.assertIn("in the member points-_2.", result.err)
            self.assertIn("1 error;", result.err)
        # Several mistakes come in the order of the members, on whatever thread they were found.
        result = self.call("--dry-run", code=2, ranks=3, vary={"grid.points": [*points[:60], [2], *points[60:], [1]]})
        self.assertIn("2 errors", result.err)
        self.assertLess(result.err.index("in the member points-_2."), result.err.index("in the member points-_1."))

    def test_data_files_of_other_sites_need_not_be_here(self):
        model = {"velocity_from": "file", "model": {"file": "none.h5", "dataset": "/vp"}}
        cardon_run.write_parfile(self.folder / "wave.yaml", {
            "thorns": ["AcousticWave"], "grid": {"points": [11, 11], "domain": [[0, 1], [0, 1]]},
            "time": {"stop": {"iterations": 1}}, "AcousticWave": model})
        study = {"vary": {"time.stop.iterations": [1, 2]}}
        self.assertIn("none.h5", self.call("--dry-run", code=2, **study).err)
        cardon_run.write_parfile(self.folder / "other.yaml", {"run": "wave.yaml", **study, "sites": [{"name": "a", "launcher": "ssh a"}]})
        result = cardon_run.call(("ensemble", "other.yaml", "--dry-run"), cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())

    def test_values_that_are_written_differently_are_not_two_members(self):
        def call(values, code=2):
            (self.folder / "equal.yaml").write_text(f"run: wave.yaml\nvary: {values}\nworkers: 1\n")
            result = cardon_run.call(("ensemble", "equal.yaml", "--dry-run"), cwd=self.folder)
            self.assertEqual(result.code, code, result.report())
            return result.out + result.err
        said = call("{time.step: [0.01, 0.010, 10 ms, 0.02]}")
        self.assertIn("0.01 and 0.010 are the same value of time.step", said)
        self.assertIn("0.01 and 10 ms are the same value of time.step", said)
        self.assertIn("equal.yaml:2:", said)
        self.assertIn("are the same value of WaveToy.wavenumber",
                      call("[{WaveToy.wavenumber: [[1, 0, 0]]}, {WaveToy.wavenumber: [[1.0, 0, 0]]}]"))
        self.assertIn("WaveToy::speed is called WaveToy.speed before", call("[{WaveToy.speed: [1]}, {WaveToy::speed: [2]}]"))
        # Values that are written alike are one member; parts of strings are no numbers.
        self.assertIn("2 members", call("{time.step: [0.01, 0.02, 0.01]}", 0))
        self.assertIn("2 members", call("{WaveToy.exact: [x + 1, x + 1.0]}", 0))

    def test_runs_of_no_ensemble_are_not_taken_for_members(self):
        for folder in (".", "site"):
            (self.folder / folder).mkdir(exist_ok=True)
            cardon_run.write_parfile(self.folder / folder / "wave.yaml", {**WAVE, "title": "another" if folder == "site" else ""})
            result = cardon_run.call(("sweep", "wave.yaml", "--vary", "WaveToy.order=2,4", "--out", "s"), cwd=self.folder / folder)
            self.assertEqual(result.code, 0, result.report())
        said = self.call("--out", "s", code=2).err
        self.assertIn("the folder s holds runs of no ensemble: order-", said)
        self.assertIn("[ensemble/folder]", said)
        self.assertFalse((self.folder / "s/ensemble.json").exists())
        # Nor are those that lie at a site.
        (self.folder / "site/wave.yaml").write_bytes((self.folder / "wave.yaml").read_bytes())
        site = {"name": "a", "workers": 1, "launcher": "env --chdir=site"}
        study = {key: value for key, value in STUDY.items() if key != "workers"}
        cardon_run.write_parfile(self.folder / "far.yaml", {**study, "sites": [site]})
        far = ("ensemble", "far.yaml", "--out")
        result = cardon_run.call((*far, "t"), cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        self.assertTrue((self.folder / "site/t/ensemble.json").exists())
        result = cardon_run.call((*far, "t"), cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        (self.folder / "s").rename(self.folder / "sweep")
        result = cardon_run.call((*far, "s"), cwd=self.folder)
        self.assertEqual(result.code, 4, result.report())
        self.assertIn("site a: the folder s holds runs of no ensemble", result.err)

    def test_names_that_are_not_utf_8(self):
        result = cardon_run.call(("ensemble", "study.yaml", "--out", "e_\udce9"), cwd=self.folder)
        self.assertEqual((result.code, "e_\\xe9 is not UTF-8" in result.err), (2, True), result.report())

    def test_results_follow_values_that_change_places(self):
        exact = ["cos(2*pi*(x - t))*2", "cos(2*pi*(x - t))/2"]
        self.call("--out", "e", vary={"WaveToy.exact": exact})
        first = {row["WaveToy.exact"]: row for row in self.rows("e")}
        self.assertNotEqual(first[exact[0]]["error.l2"], first[exact[1]]["error.l2"])
        result = self.call("--out", "e", vary={"WaveToy.exact": exact[::-1]})
        self.assertIn("0 of 2 members remaining", result.out)
        self.assertEqual([row["WaveToy.exact"] for row in self.rows("e")], exact[::-1])
        self.assertEqual({row["WaveToy.exact"]: row for row in self.rows("e")}, first)

    def test_ranks_change_no_bit(self):
        self.call("--out", "one", "--quiet")
        self.call("--out", "three", "--quiet", ranks=3)
        self.assertEqual((self.folder / "one/ensemble.csv").read_bytes(), (self.folder / "three/ensemble.csv").read_bytes())
        self.assertEqual(json.loads((self.folder / "three/order-2/summary.json").read_text())["ranks"], 3)

    def test_columns_that_no_member_has(self):
        result = self.call("--out", "e", table={"scalars": ["error.l3"], "summary": ["per_rank.0.computed_points"]})
        self.assertIn("warning: no member that finished has error.l3", result.out)
        self.assertNotIn("has per_rank", result.out)
        points = json.loads((self.folder / "e/order-2/summary.json").read_text())["per_rank"][0]["computed_points"]
        self.assertGreater(points, 0)
        self.assertEqual(self.rows("e")[0]["per_rank.0.computed_points"], str(points))
        self.assertIn("scalars.tsv has no column error.l3 [ensemble/column]", self.rows("e")[0]["error"])

    def test_a_manager_of_another_version_reads_no_order(self):
        result = subprocess.run([str(cardon_run.BINARY), "ensemble", "--manager"], input='{"order": {}, "version": "0.0"}\n',
                                capture_output=True, text=True, env=cardon_run.environment(), check=True)
        self.assertIn("the master has 0.0", json.loads(result.stdout)["failed"])


if __name__ == "__main__":
    unittest.main()
