#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What AcousticWave refuses instead of computing something else."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

FORMULA = {"velocity_from": "expression", "max_speed": 1.5}


class AcousticErrors(unittest.TestCase):
    def call(self, parameters, fields=("pressure",), boundary="antireflecting", ranks=1, out=None):
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", {
                "thorns": ["AcousticWave"], "grid": {"points": [21, 21], "boundary": boundary},
                "time": {"stop": {"iterations": 3}}, "AcousticWave": parameters,
                "output": {"scalars": {"fields": list(fields), "reductions": ["linf"]}}})
            return many_runs.call(["run", file, "--out", out or folder / "out", cardon_run.NO_CHECKPOINT], ranks=ranks, over_mpi=True)

    def refused(self, slug, *texts, **call):
        result = self.call(**call)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn(f"[{slug}]", result.err)
        for text in texts:
            self.assertIn(text, result.err)

    def good(self, **call):
        result = self.call(**call)
        self.assertEqual(result.code, 0, result.report())

    def test_speeds_of_a_formula(self):
        for profile, wrong in (("x < 0.5 ? 1 : -1", "-1,"), ("1 - (x < 0.5)", "0,"), ("1 + x", ""), ("sqrt(0.5 - x)", "")):
            self.refused("acoustic/velocity", f"gives the wave speed {wrong}", parameters={**FORMULA, "profile": profile})
        for formula in ("1 + 0.1*t", "1 + 0.1*sin(2*pi*t)"):
            self.refused("acoustic/velocity", "changes with time", f'"profile": "{formula}"', "case.yaml:",
                         parameters={**FORMULA, "profile": formula})
        self.good(parameters={**FORMULA, "profile": "1 + 0.5*x"})

    def test_on_two_ranks(self):
        result = self.call({**FORMULA, "profile": "x < 0.9 ? 1 : -1"}, ranks=2)
        self.assertNotEqual(result.code, 0, result.report())
        self.assertIn("[acoustic/velocity]", result.err)

    def test_points_beyond_the_faces_do_not_count(self):
        self.good(parameters={**FORMULA, "order": 6, "profile": "x < -1e-9 || x > 1 + 1e-9 ? -1 : 1"}, boundary="reflecting")

    def test_the_exact_waves_are_those_of_a_constant_speed(self):
        self.good(parameters={}, fields=["error"])
        with cardon_run.folder() as folder:
            self.good(parameters={**FORMULA, "profile": "1"}, fields=["error"], out=folder / "out")
            values = cardon_run.RunFolder(folder / "out").scalars["error.linf"]
        self.assertTrue(all(math.isnan(value) for value in values), values)

    def test_radiative_faces_need_their_speed(self):
        self.refused("schedule/radiation", "radiates with speed 0", parameters={}, boundary="radiative")
        self.good(parameters={"radiative_speed": 1}, boundary="radiative")

    def test_the_wavelet_begins_after_the_start(self):
        self.refused("parameter/out-of-range", "delay", parameters={"delay": 0.5})


if __name__ == "__main__":
    unittest.main()
