#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasks that ask for components which their fields and scalars do not have: an error of `check` and of `run` that names both."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = []
FIELD = "Parts::decay [1/1] asks for component 2 of v, which has the components 0 to 1 "
SCALAR = "Parts::decay [1/1] asks for component 4 of t, which has the components 0 to 3 "


class Components(unittest.TestCase):
    def call(self, verb, mistake, *arguments):
        config = {"thorns": ["Parts"], "grid": {"points": [12, 11], "domain": [[0, 1], [0, 1]], "boundary": "periodic"},
                  "time": {"step": 0.01, "integrator": "euler", "stop": {"iterations": 4}}, "Parts": {"mistake": mistake}}
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", config)
            return many_runs.call([verb, "case.yaml", *THORN_PATH, *arguments], cwd=folder)

    def assert_refused(self, mistake, *texts, verbs=("check", "run")):
        for verb in verbs:
            with self.subTest(mistake=mistake, verb=verb):
                result = self.call(verb, mistake)
                self.assertEqual(result.code, 2, result.report())
                self.assertEqual(result.err.count("error: "), 1, result.report())
                for text in ("[schedule/component]", *texts):
                    self.assertIn(text, result.err, result.report())

    def test_components_that_are_there(self):
        for verb in ("check", "run"):
            result = self.call(verb, "none", "--strict")
            self.assertEqual(result.code, 0, result.report())

    def test_components_of_fields(self):
        for mistake in ("read", "constant", "write"):
            self.assert_refused(mistake, FIELD, "help: use these only: v_x, v_y; a vector with a third one is declared as .vector()")

    def test_components_of_scalars(self):
        self.assert_refused("scalar", SCALAR, "help: use these only, or declare .components(5)")
        self.assert_refused("set", "Parts::ring sets component 4 of t, which has", "help: use these only, or declare .components(5)")

    def test_a_component_asked_for_later(self):
        self.assertEqual(self.call("check", "late").code, 0)
        self.assert_refused("late", SCALAR, verbs=("run",))


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    unittest.main()
