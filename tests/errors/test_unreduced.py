#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasks that leave out what they declare to reduce: an error of `check`, and the cause that runs name, in C++, C and Fortran."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = []
THORNS = ["Unreduced"]
LEFT_OUT = "{thorn}::measure declares to reduce {thorn}::min_u, but "


class Unreduced(unittest.TestCase):
    def call(self, verb, thorn, leaves, ranks=1, **time):
        config = {"thorns": [thorn], "grid": {"points": [12, 11], "domain": [[0, 1], [0, 1]], "boundary": "periodic"},
                  "time": {"stop": {"iterations": 4}, "integrator": "euler", **time}, thorn: {"leaves": leaves}}
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", config)
            return many_runs.call([verb, "case.yaml", *THORN_PATH], cwd=folder, ranks=ranks)

    def assert_stopped(self, result, code, thorn, *texts):
        self.assertEqual(result.code, code, result.report())
        self.assertEqual(result.err.count("error: "), 1, result.report())
        for text in texts:
            self.assertIn(text.format(thorn=thorn), result.err, result.report())

    def test_whoever_reduces_on_some_planes_is_right(self):
        for thorn in THORNS:
            for leaves in ("nothing", "planes") if thorn != "Unreduced" else ("nothing",):
                for time in ({}, {"adaptive": {"by": "limits"}}):
                    for verb in ("check", "run"):
                        result = self.call(verb, thorn, leaves, **time)
                        self.assertEqual(result.code, 0, result.report())
                        self.assertNotIn("schedule/unreduced", result.out + result.err)

    def test_check_refuses_what_is_left_out_everywhere(self):
        for thorn in THORNS:
            self.assert_stopped(self.call("check", thorn, "min_u"), 2, thorn, "error: " + LEFT_OUT + "does not ", "[schedule/unreduced]",
                                "it was called for the whole grid", "help: reduce it at every point, or do not declare min_u, ")
            self.assert_stopped(self.call("check", thorn, "limit"), 2, thorn,
                                "error: {thorn}::limit_step declares to reduce {thorn}::limit, but does not ")

    def test_a_field_that_is_not_finite_for_it(self):
        for thorn, ranks in [(thorn, 1) for thorn in THORNS] + [("Unreduced", 2)]:
            self.assert_stopped(self.call("run", thorn, "min_u", ranks), 3, thorn, "error: NaN in {thorn}::u.rhs at iteration 1", "[health/not-finite]",
                                "written by  {thorn}::decay", "it read     min_u = inf, u = ",
                                "cause       " + LEFT_OUT + "combined no value at any point", "help: let {thorn}::measure combine a value")

    def test_a_scalar_that_is_not_finite_for_it(self):
        self.assert_stopped(self.call("run", "Unreduced", "lagged"), 3, "Unreduced", "{thorn}::phase is ", "written by  {thorn}::turn",
                            "cause       " + LEFT_OUT + "combined no value at any point", "help: let {thorn}::measure combine a value")

    def test_values_that_are_not_finite(self):
        self.assert_stopped(self.call("run", "Unreduced", "zeros"), 3, "Unreduced", "written by  {thorn}::decay", "it read     min_u = inf, u = ",
                            "cause       {thorn}::measure combined values into {thorn}::min_u that are not finite",
                            "help: inspect what {thorn}::measure combines")

    def test_a_limit_of_the_step(self):
        for thorn, ranks in [(thorn, 1) for thorn in THORNS] + [("Unreduced", 2)]:
            result = self.call("run", thorn, "limit", ranks, adaptive={"by": "limits"})
            self.assert_stopped(result, 2, thorn, "error: no active thorn limits the step at iteration 0 ", "[time/step-limit]",
                                "{thorn}::limit_step declares to reduce {thorn}::limit, but combined no value at any point",
                                "help: let {thorn}::limit_step combine a value", "or set time.adaptive.max_step")


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    if "--thorns" in sys.argv:
        at = sys.argv.index("--thorns")
        THORNS = sys.argv[at + 1:]
        del sys.argv[at:]
    unittest.main()
