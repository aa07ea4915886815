#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run in which nothing evolves: the warning names the parameter that keeps tasks from running, or says that no thorn has any."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

THORN_PATH = cardon_run.take_thorn_path(sys.argv)
CASE = {"thorns": ["Resting"], "grid": {"points": [21], "domain": [[0, 1]], "boundary": "neumann"}, "time": {"stop": {"iterations": 2}}}


class Resting(unittest.TestCase):
    def warnings_of(self, **changes):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", {**CASE, **changes})
            result = cardon_run.call(["check", "case.yaml", *THORN_PATH], cwd=folder)
            self.assertEqual(result.code, 0, result.report())
            return result.out + result.err

    def test_a_parameter_that_leaves_nothing_to_evolve_is_named(self):
        said = self.warnings_of(Resting={"active": False})
        self.assertEqual(said.count("[schedule/nothing-evolves]"), 1, said)
        self.assertIn("Resting::decay writes rhs(u), but runs only when active = true (now false)", said)
        self.assertIn("Resting::count sets rhs(age), but runs only when counting = true (now false)", said)
        self.assertIn("change Resting.active; cardon describe Resting", said)
        self.assertRegex(said, r"case\.yaml:\d+:\d+\n.*\"active\": false", "the place of the parameter")
        self.assertNotIn("name an application", said)

    def test_without_an_application_one_is_to_be_named(self):
        said = self.warnings_of(thorns=[])
        self.assertEqual(said.count("[schedule/nothing-evolves]"), 1, said)
        self.assertIn("name an application under thorns:; cardon list thorns", said)

    def test_what_evolves_is_enough(self):
        for parameters in ({}, {"active": False, "counting": True}):
            self.assertNotIn("nothing-evolves", self.warnings_of(Resting=parameters))


if __name__ == "__main__":
    unittest.main()
