#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Boundaries and tasks that leave out what they declare to write, and scalars that are asked for what they have not: errors of `check`
and of `run` in C++, C and Fortran."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = []
THORNS = ["Walls"]


class Walls(unittest.TestCase):
    def call(self, verb, thorn, mistake, *arguments):
        config = {"thorns": [thorn], "grid": {"points": [12, 11], "domain": [[0, 1], [0, 1]], "boundary": f"{thorn}::wall"},
                  "time": {"stop": {"iterations": 4}, "integrator": "euler"}, thorn: {"mistake": mistake}}
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", config)
            return many_runs.call([verb, "case.yaml", *THORN_PATH, *arguments], cwd=folder)

    def assert_refused(self, mistake, slug, *texts, thorns=None, verbs=("check", "run")):
        for thorn in thorns or THORNS:
            for verb in verbs:
                with self.subTest(thorn=thorn, verb=verb):
                    result = self.call(verb, thorn, mistake)
                    self.assertEqual(result.code, 2, result.report())
                    self.assertEqual(result.err.count("error: "), 1, result.report())
                    for text in (f"[{slug}]", *texts):
                        self.assertIn(text.format(thorn=thorn), result.err, result.report())

    def test_boundaries_that_act_at_some_faces_or_times(self):
        for thorn in THORNS:
            for mistake in ("none", "late", "lower"):
                with self.subTest(thorn=thorn, mistake=mistake):
                    for verb in ("check", "run"):
                        result = self.call(verb, thorn, mistake, "--strict")
                        self.assertEqual(result.code, 0, result.report())

    def test_a_boundary_that_writes_nothing(self):
        self.assert_refused("forgetful", "schedule/unwritten", "error: {thorn}::wall declares to write u, but does not ",
                            "it was called in all layers", "help: write it, or remove u from writes()")

    def test_a_task_that_leaves_out_an_auxiliary_field(self):
        self.assert_refused("unwritten", "schedule/unwritten", "error: {thorn}::square declares to write v, but left it alone ",
                            "help: write v, or remove v from writes(), or give the task a condition")

    def test_positions_and_rates_that_do_not_exist(self):
        for mistake, text, help in (
                ("position", "asks for the position of angle, which has none ", "ask for its value"),
                ("rate", "asks for the value of rhs(angle), a time derivative", "ask for angle"),
                ("past", "sets angle of 2 steps before", "set angle")):
            self.assert_refused(mistake, "thorn/scalar", text, f"help: {help}", thorns=THORNS[1:], verbs=("check",))
            for thorn in THORNS[1:]:
                result = self.call("run", thorn, mistake)
                self.assertEqual(result.code, 2, result.report())
                self.assertIn(text.format(thorn=thorn), result.err, result.report())

    def test_a_boundary_that_sets_a_scalar(self):
        self.assert_refused("sets", "schedule/undeclared", "{thorn}::wall sets the scalar angle, which it does not declare ",
                            "help: a boundary fills fields only: set angle in a task of its own", thorns=THORNS[1:], verbs=("check",))


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    if "--thorns" in sys.argv:
        at = sys.argv.index("--thorns")
        THORNS = sys.argv[at + 1:]
        del sys.argv[at:]
    unittest.main()
