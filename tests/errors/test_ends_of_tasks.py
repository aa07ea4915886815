#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whatever a task does to end a run, on one of the ranks: it ends at once, is not a success, and the task is named."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

THORN_PATH = []
CASE = {
    "title": "Ends of tasks",
    "thorns": ["Abrupt"],
    "grid": {"points": [21], "domain": [[0, 1]], "boundary": "neumann"},
    "time": {"stop": {"iterations": 5}},
}


class Ends(unittest.TestCase):
    def run_it(self, by, ranks, *more):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", CASE)
            return cardon_run.call(["run", "case.yaml", "--out", "out", f"Abrupt.by={by}", *THORN_PATH, *more], ranks=ranks,
                                   cwd=folder, timeout=60)

    def assert_ends(self, by, code, *texts, more=()):
        for ranks in (1, 2):
            result = self.run_it(by, ranks, *more)
            with self.subTest(ranks=ranks):
                self.assertNotEqual(result.code, 0, result.report())
                if code is not None:
                    self.assertEqual(result.code, code, result.report())
                for text in texts:
                    self.assertIn(text, result.err, result.report())
                self.assertNotIn("bug in Cardon", result.err, result.report())
                self.assertNotIn("nothing was run", result.err, result.report())
                self.assertNotIn("finished after", result.out, result.report())

    def test_return(self):
        self.assertEqual(self.run_it("return", 2).code, 0)

    def test_exception(self):
        self.assert_ends("exception", 2, "Abrupt::evolve threw an exception: the wire is cut", "[thorn/exception]",
                         "in iteration 2")

    def test_what_is_no_exception(self):
        self.assert_ends("number", 2, "Abrupt::evolve threw something", "[thorn/exception]")

    def test_error(self):
        self.assert_ends("error", 2, "phi is too large", "[abrupt/error]", "the run was stopped")

    def test_error_of_health_on_one_rank(self):
        self.assert_ends("error", 3, "phi is too large", "[abrupt/error]", "the run was stopped", more=["Abrupt.code=3"])

    def test_error_without_nan(self):
        self.assert_ends("no nan", 2, "phi is not positive", "[abrupt/error]", "thrown by   Abrupt::evolve in iteration 3")

    def test_complaints_about_nan_do_not_hide_its_cause(self):
        """In the third step one task makes a NaN, and in the fourth it throws, before the check at the end."""
        self.assert_ends("nan", 3, "NaN in Abrupt::phi at iteration 3", "[health/not-finite]", "point (19)",
                         "written by  Abrupt::evolve", "it read     phi = 0.95", "inspect the formula of the task")

    def test_complaints_about_nan_that_nobody_looks_for(self):
        result = self.run_it("nan", 1, "health.every=0")
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("thrown by   Abrupt::evolve in iteration 3", result.err)

    def test_exit(self):
        self.assert_ends("exit", 2, "Abrupt::evolve ended the program", "[thorn/exit]")

    @unittest.skipIf(cardon_run.SLOWER > 1, "sanitizers take signals for themselves and say more")
    def test_signal(self):
        for by in ("signal", "abort", "stack"):
            self.assert_ends(by, None, "within Abrupt::evolve", "[thorn/signal]")

    @unittest.skipIf(cardon_run.SLOWER > 1, "sanitizers take signals for themselves and say more")
    def test_abort_for_a_nan(self):
        self.assert_ends("nan abort", None, "within Abrupt::evolve", "[thorn/signal]", "phi, which it reads, is not finite",
                         "set time.stop.iterations: 3:")

    def test_step_limit(self):
        for ranks in (1, 2):
            result = self.run_it("limit", ranks)
            self.assertEqual(result.code, 2, result.report())
            self.assertIn("Abrupt::step threw an exception: no such layer", result.err)
            self.assertIn("1 error; nothing was run.", result.err)


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    unittest.main()
