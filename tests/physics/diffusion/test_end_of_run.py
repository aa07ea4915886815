#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasks of Terminate: what they find does not depend on how a run is cut, they change nothing, and only a whole run has them."""
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from good_runs import GoodRuns  # noqa: E402

N = 24


def config(steps, thorn="Diffusion", driver_thorn="UnigridDriver", **more):
    own = {"initial": "mode", "exact": "0.25"} if thorn == "Diffusion" else {"width": 0.2}
    return {"thorns": [thorn, driver_thorn], "grid": {"points": [N, N], "boundary": "periodic"},
            "time": {"courant": 0.5, "stop": {"iterations": steps}}, thorn: own, **more}


def summary(run):
    return json.loads((run / "summary.json").read_text())


class EndOfRun(GoodRuns):
    def results(self, name, *arguments, **options):
        self.run_good(name, *arguments, **options)
        return summary(self.folder / name)["results"]

    def test_the_value_is_that_of_the_last_output(self):
        outputs = {"fields": ["error"], "reductions": ["l2"], "every": 10}
        run = self.run_good("output", config(10, output={"scalars": outputs}))
        value = summary(self.folder / "output")["results"]["Diffusion::misfit"]
        self.assertGreater(value, 0.2)
        self.assertEqual(value, run.scalars["error.l2"][-1])

    def test_no_decomposition_changes_it(self):
        for thorn in ("Diffusion", "WaveToyC", "WaveToyFortran"):
            one = self.results(f"{thorn}-1", config(10, thorn))
            self.assertTrue(all(math.isfinite(value) and value > 0 for value in one.values()), one)
            self.assertEqual(self.results(f"{thorn}-3", config(10, thorn), ranks=3), one)
            blocks = config(10, thorn, "GridDriver", driver={"blocks_per_rank": 3})
            self.assertEqual(self.results(f"{thorn}-blocks", blocks, ranks=2), one)

    def test_c_and_fortran_agree(self):
        energies = [self.results(thorn, config(10, thorn))[f"{thorn}::final_energy"] for thorn in ("WaveToyC", "WaveToyFortran")]
        self.assertEqual(*energies)

    def test_a_finished_run_continues_as_if_it_had_not_ended(self):
        whole = self.run_good("whole", config(10))
        self.run_good("begin", config(5), ranks=2, continued=True)
        again = self.run_good("again", config(10), "--restart", self.folder / "begin", ranks=3)
        self.assertEqual(again.checksums, whole.checksums)
        self.assertEqual(summary(self.folder / "again")["results"], summary(self.folder / "whole")["results"])
        self.assertNotEqual(summary(self.folder / "begin")["results"], summary(self.folder / "whole")["results"])

    def test_a_run_without_steps_has_it_too(self):
        self.assertGreater(self.results("initial", config(0))["Diffusion::misfit"], 0.2)

    def run_to_its_stop(self, name, settings, code):
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", settings)
        result = cardon_run.call(["run", file, "--out", self.folder / name, "--quiet"], timeout=100)
        self.assertEqual(result.code, code, result.report())
        self.assertNotIn("results", summary(self.folder / name))

    def test_a_run_that_stops_early_has_none(self):
        unstable = config(5000)
        unstable["time"] = {"step": 1.0, "stop": {"iterations": 5000}}
        self.run_to_its_stop("unstable", unstable, 3)
        long = config(10**8)
        long["time"]["stop"]["wall"] = "2 s"
        self.run_to_its_stop("wall", long, 75)

    def test_outputs_cannot_ask_for_it(self):
        file = cardon_run.write_parfile(self.folder / "early.yaml", config(3, output={"scalars": {"fields": ["misfit"]}}))
        result = cardon_run.call(["check", file])
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("output.scalars asks for misfit, which is reduced in Terminate", result.report())

    def test_check_lists_it(self):
        file = cardon_run.write_parfile(self.folder / "listed.yaml", config(3))
        result = cardon_run.call(["check", file])
        self.assertIn("Terminate, once after the last step\n", result.report())
        table = cardon_run.call(["list", "schedule", file]).report()
        self.assertRegex(table, r"terminate\s+Diffusion::misfit\s+error")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
