#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon sweep` runs all combinations and continues what was stopped; `cardon converge` finds the order of a scheme."""
import json
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402, F401 - makes the package importable

from cardon.commands.sweep import folder_name, meaning, plan_runs, read_variations  # noqa: E402
from cardon.errors import CardonError  # noqa: E402
from cardon.launching import is_finished, own_folder  # noqa: E402

PLANE = {"title": "Plane wave", "thorns": ["WaveToy"], "grid": {"points": [32], "domain": [[0, 1]], "boundary": "periodic"},
         "time": {"stop": {"iterations": 45}, "step": 0.01},
         "WaveToy": {"initial": "plane", "wavenumber": [1, 0, 0], "exact": "cos(2*pi*(x - t))"},
         "output": {"scalars": {"every": 45, "fields": ["error"], "reductions": ["l2"]}}}

# Passes the check, which plans for the ranks of the machine, and fails on the one rank of the run.
THREE_RANKS = ("--vary", "machine={sites: [{name: a, ranks: 3}]}", "thorns=[WaveToy, GridDriver]")


class Campaigns(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())
        cardon_run.write_parfile(self.folder / "plane.yaml", PLANE)

    def call(self, *words, code=0):
        result = cardon_run.call(words, cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        self.assertNotIn("Traceback", result.err)
        return result

    def rows(self, name):
        lines = [line.split("\t") for line in (self.folder / name).read_text().splitlines()]
        return [dict(zip(lines[0], line)) for line in lines[1:]]


class Sweeps(Campaigns):
    WORDS = ("sweep", "plane.yaml", "--vary", "WaveToy.order=2,4", "--vary", "time.stop.iterations=20,45", "--out", "s")

    def test_all_combinations_run_once(self):
        self.assertIn("4 of 4 runs have finished", self.call(*self.WORDS).out)
        rows = self.rows("s/sweep.tsv")
        self.assertEqual([(r["WaveToy.order"], r["time.stop.iterations"], r["iterations"]) for r in rows],
                         [("2", "20", "20"), ("2", "45", "45"), ("4", "20", "20"), ("4", "45", "45")])
        self.assertLess(float(rows[3]["error.l2"]), float(rows[1]["error.l2"]))
        self.assertEqual(self.call(*self.WORDS).out.count("finished before"), 4)
        self.assertIn("[sweep/folder]", self.call(*self.WORDS, "WaveToy.speed=2", code=2).err)

    def test_a_stopped_run_is_continued(self):
        words = ("sweep", "plane.yaml", "--vary", "WaveToy.order=4", "--out", "s", "checkpoint.every=20")
        self.call(*words)
        whole = cardon_run.RunFolder(self.folder / "s/order-4").checksums
        # As if it had been killed after its second checkpoint.
        run = self.folder / "s/order-4"
        (run / "summary.json").unlink()
        (run / "checkpoints/latest").unlink()
        (run / "checkpoints/latest").symlink_to("it000040")
        shutil.rmtree(run / "checkpoints/it000045")
        self.assertIn("restarted from order-4", self.call(*words).out)
        self.assertEqual(self.rows("s/sweep.tsv")[0]["run"], "order-4.try2")
        self.assertEqual(cardon_run.RunFolder(self.folder / "s/order-4.try2").checksums, whole)

    def test_a_failure_is_shown(self):
        result = self.call("sweep", "plane.yaml", *THREE_RANKS, "--out", "s", code=2)
        self.assertIn("[machine/", result.out)
        self.assertIn("0 of 1 runs", result.out)

    def test_wrong_parameters_are_refused_before_the_first_run(self):
        for vary, slug in (("WaveToy.order=2,3", "parameter/"), ("WaveToy.ordr=2", "parameter/unknown")):
            for option in ([], ["--dry-run"]):
                result = self.call("sweep", "plane.yaml", "--vary", vary, "--vary", "time.step=0.01,0.005", "--out", "s", *option, code=2)
                self.assertIn(f"[{slug}", result.err)
                self.assertEqual(result.out, "")
        self.assertFalse((self.folder / "s").exists())

    def test_a_folder_has_one_sweep_at_a_time(self):
        with own_folder(self.folder / "s"):
            for verb in (self.WORDS, ("converge", "plane.yaml", "--out", "s")):
                self.assertIn("is in use by another sweep", self.call(*verb, code=2).err)
        self.call(*self.WORDS)

    def test_a_launcher_starts_the_runs(self):
        result = self.call("sweep", "plane.yaml", "--vary", "WaveToy.order=2,4", "--launcher", "env A=1", "--dry-run")
        self.assertEqual(result.out.count("env A=1 "), 2)
        self.call("sweep", "plane.yaml", "--vary", "WaveToy.order=2", "--launcher", "env A=1", "--out", "e")
        self.assertIn("[run/launch]", self.call("sweep", "plane.yaml", "--vary", "WaveToy.order=2", "--launcher", "no-such-program",
                                                "--out", "f", code=4).err)

    def test_wrong_words(self):
        for words, slug in ((["--vary", "WaveToy.order"], "sweep/values"), (["--vary", "a=1,1"], "sweep/values"), ([], "sweep/values"),
                            (["--vary", "a=1", "--vary", "a=2"], "sweep/values"), (["--varry", "a=1"], "cli/usage")):
            self.assertIn(f"[{slug}]", self.call("sweep", "plane.yaml", *words, code=2).err)
        self.assertIn("[cli/no-file]", self.call("sweep", "--vary", "a=1", code=2).err)
        self.assertIn("a has 0.1 and 0.10, which are the same value", self.call("sweep", "plane.yaml", "--vary", "a=0.1,2,0.10", code=2).err)
        self.assertEqual(meaning("[1.0, 2e0] a1.0 x-1.0.h5 9007199254740993"), "[1, 2] a1.0 x-1.0.h5 9007199254740993")
        for words in (["--vary", "WaveToy.order=2", "WaveToy.order=4"], ["--vary", "WaveToy::order=2", "WaveToy.order=4"]):
            self.assertIn("is varied  ", self.call("sweep", "plane.yaml", *words, code=2).err)
        self.assertIn("[sweep/folder]", self.call("sweep", "plane.yaml", "--vary", "WaveToy.order=2", "--out", "plane.yaml", code=2).err)
        for ranks in ("0", "1.5", "4000"):
            err = self.call("sweep", "plane.yaml", "--vary", "WaveToy.order=2", "--ranks", ranks, code=2).err
            self.assertIn(f"--ranks: {ranks} is not a whole number from 1 to 1024", err)

    def test_a_run_without_all_results_has_not_finished(self):
        for code, status, finished in ((0, "finished", True), (4, "finished", False), (75, "stopped: SIGTERM", False)):
            (self.folder / "summary.json").write_text(json.dumps({"status": status, "exit_code": code}))
            self.assertEqual(is_finished(self.folder), finished)

    def test_what_a_launcher_adds_hides_no_error(self):
        noisy = self.folder / "noisy"
        noisy.write_text("#!/bin/sh\n" + '"$@"\ncode=$?\nfor n in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo launcher $n; done\nexit $code\n')
        noisy.chmod(0o755)
        out = self.call("sweep", "plane.yaml", *THREE_RANKS, "--launcher", str(noisy), "--out", "n", code=2).out
        self.assertIn("[machine/", out)

    def test_plans(self):
        plan = plan_runs(read_variations(["grid.points=[8, 8],[9, 9]", 'a.b="x,y",z']))
        self.assertEqual(len(plan), 4)
        self.assertEqual(list(plan.values())[0], {"grid.points": "[8, 8]", "a.b": '"x,y"'})
        self.assertRegex(folder_name({"WaveToy.width": "0.1", "x": "a/../b"}), r"^[A-Za-z0-9._+-]+$")
        self.assertLess(len(folder_name({"title": "x" * 400})), 200)
        with self.assertRaises(CardonError):
            plan_runs(read_variations([f"a={','.join(map(str, range(40)))}", f"b={','.join(map(str, range(40)))}"]))


class Lists(Campaigns):
    def setUp(self):
        super().setUp()
        self.call("sweep", "plane.yaml", "--vary", "WaveToy.order=2,4", "--out", "runs/s", "title=Two orders",
                  "output.scalars.fields=[error, phi]")

    def names(self, *words):
        return [Path(row["run"]).name for row in json.loads(self.call("list", "runs", *words, "--json").out)]

    def test_runs_are_found_by_parameters(self):
        self.assertEqual(self.names(), ["order-2", "order-4"])
        self.assertEqual(self.names("WaveToy.order=4"), ["order-4"])
        self.assertEqual(self.names("WaveToy::order<4", "status=finished"), ["order-2"])
        self.assertEqual(self.names("runs/s", "time.step<=1e-2", "WaveToy.order!=2"), ["order-4"])
        self.assertEqual(self.names("title=nothing"), [])
        self.assertRegex(self.call("list", "runs", "WaveToy.order>=2").out, r"(?m)^run .*WaveToy\.order")
        self.assertNotRegex(self.call("list", "runs").out, r"\d\.\d{13}", "times have no rounding errors of the clock")
        self.assertIn("[cli/no-run]", self.call("list", "runs", "nowhere", code=2).err)
        self.assertEqual(self.names("grid.domain=[[0,1]]", "WaveToy.order=2"), self.names("grid.domain=[[0, 1]]", "WaveToy.order=2"))
        self.assertEqual(self.names("grid.domain=[[0,1]]"), ["order-2", "order-4"])
        for condition in ("iterations>many", "iterations>>3", "WaveToy.order=2 m"):
            self.assertIn("is a number in all runs listed", self.call("list", "runs", condition, code=2).err)

    def test_runs_are_compared_within_a_tolerance(self):
        two, four = "runs/s/order-2", "runs/s/order-4"
        self.call("compare", two, four, code=1)
        self.assertIn("agree within the tolerance", self.call("compare", two, four, "--absolute", "1").out)
        self.call("compare", two, four, "--relative", "1e-12", code=1)
        text = self.call("compare", two, two, four, code=1).out
        self.assertEqual((text.count("\nidentical"), text.count("\ndifferent: ")), (1, 1))
        self.assertIn("[cli/usage]", self.call("compare", two, four, "--relative", "-1", code=2).err)


class Convergence(Campaigns):
    @classmethod
    def setUpClass(cls):
        """One folder for all, and the runs that most of them look at."""
        cls.folder = cls.enterClassContext(cardon_run.folder())
        cardon_run.write_parfile(cls.folder / "plane.yaml", PLANE)
        cls.second_order = cardon_run.call(("converge", "plane.yaml", "--expect", "2", "--out", "c"), cwd=cls.folder)

    def setUp(self):
        self.assertEqual(self.second_order.code, 0, self.second_order.report())

    def test_the_order_is_found(self):
        self.assertNotIn("Traceback", self.second_order.err)
        self.assertRegex(self.second_order.out, r"(?m)^fitted order (2\.0\d|1\.9\d)")
        self.assertIn("expected 2 within 0.2: reached", self.second_order.out)
        self.assertEqual(len(self.rows("c/convergence.tsv")), 3)
        self.call("converge", "plane.yaml", "--expect", "4", "--out", "c", code=1)

    def test_domain_and_boundary_may_be_those_without_any(self):
        plane = {**PLANE, "grid": {key: value for key, value in PLANE["grid"].items() if key not in ("domain", "boundary")}}
        cardon_run.write_parfile(self.folder / "unit.yaml", plane)
        self.call("converge", "unit.yaml", "--out", "u")
        self.assertEqual(self.rows("u/convergence.tsv"), self.rows("c/convergence.tsv"))

    def test_an_error_without_an_exact_solution_is_noticed(self):
        told = "does the file give the exact solution"
        self.assertIn(told, self.call("converge", "plane.yaml", "WaveToy.exact=0", "--out", "z").out)
        self.assertNotIn(told, self.second_order.out)

    def test_changes_stand_for_errors(self):
        self.assertRegex(self.call("converge", "plane.yaml", "--quantity", "phi.l2", "--out", "p").out, r"fitted order (2\.0|1\.[89])")

    def test_wrong_words(self):
        self.assertIn("[converge/levels]", self.call("converge", "plane.yaml", "--quantity", "phi.l2", "--levels", "2", code=2).err)
        self.assertIn("[converge/run]", self.call("converge", "plane.yaml", "--quantity", "psi.l2", "--out", "d", code=2).err)
        self.assertIn("[cli/usage]", self.call("converge", "plane.yaml", "--levels", "99", code=2).err)


if __name__ == "__main__":
    unittest.main()
