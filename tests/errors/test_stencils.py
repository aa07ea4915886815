#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon check` finds tasks that do not do what they declare, in every kind of build."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

THORN_PATH = []
CASE = {
    "title": "Honest stencils",
    "thorns": ["Dishonest"],
    "grid": {"points": [16, 15, 14]},
    "time": {"stop": {"iterations": 2}, "integrator": "euler"},
}


class Stencils(unittest.TestCase):
    def check(self, mistake, *arguments):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", CASE)
            return cardon_run.call(["check", "case.yaml", f"Dishonest.mistake={mistake}", *THORN_PATH, *arguments],
                                   cwd=folder)

    def assert_refused(self, mistake, slug, *texts):
        result = self.check(mistake)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("error: "), 1, result.report())
        for text in (f"[{slug}]", *texts):
            self.assertIn(text, result.err, result.report())
        self.assertNotIn("ready to run", result.out)

    def test_honest_task_passes(self):
        result = self.check("none", "--strict")
        self.assertEqual(result.code, 0, result.report())
        self.assertTrue(result.out.rstrip().endswith("ready to run"), result.report())

    def test_read_beyond_the_stencil(self):
        self.assert_refused("stencil", "schedule/stencil", "Dishonest::beyond reads phi at offset (", "declares stencil(1)",
                            "reads(phi, stencil(2, 1, 1))")

    def test_undeclared_field(self):
        self.assert_refused("undeclared", "schedule/undeclared", "Dishonest::undeclared reads psi")

    def test_write_away_from_the_point(self):
        self.assert_refused("stray", "schedule/write-offset", "Dishonest::stray writes next(phi) at offset (1, 0, 0)")

    def test_write_left_out(self):
        text = "Dishonest::rate declares to write rhs(chi), but does not"
        self.assert_refused("nothing", "schedule/unwritten", text)
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", CASE)
            result = cardon_run.call(["run", "case.yaml", "Dishonest.mistake=nothing", *THORN_PATH], cwd=folder)
        self.assertEqual(result.code, 3, result.report())
        for part in ("error: NaN in Dishonest::chi.rhs", "written by  Dishonest::rate", f"cause       {text}", "help: write it everywhere"):
            self.assertIn(part, result.err, result.report())

    def test_stencil_that_is_wider_than_needed_is_a_warning(self):
        result = self.check("wide")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("[schedule/wide-stencil]", result.out + result.err, result.report())
        self.assertEqual(self.check("wide", "--strict").code, 2)


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    unittest.main()
