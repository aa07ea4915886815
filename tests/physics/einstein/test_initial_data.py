#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Initial data of EinsteinVacuum that are no spacetime, no solution, or a solution in another gauge are refused."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

HARMONIC = {"lapse": "harmonic", "shift": "none"}


class InitialData(unittest.TestCase):
    def call(self, parameters, dimensions=1, fields=()):
        config = {"title": "initial data", "thorns": ["EinsteinVacuum"], "grid": {"points": [8] * dimensions, "boundary": "periodic"},
                  "time": {"stop": {"iterations": 1}, "integrator": "rk4", "courant": 0.25}, "EinsteinVacuum": parameters}
        if fields:
            config["output"] = {"scalars": {"every": 1, "fields": list(fields), "reductions": ["linf"]}}
        with cardon_run.folder() as folder:
            return cardon_run.call(["run", cardon_run.write_parfile(folder / "case.yaml", config), "--out", folder / "out"])

    def refused(self, slug, text, *case):
        result = self.call(*case)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn(slug, result.err)
        self.assertIn(text, result.err)

    def accepted(self, *case):
        result = self.call(*case)
        self.assertEqual(result.code, 0, result.report())

    def test_amplitudes_of_no_metric(self):
        for initial, limit in (("gauge_wave", "1"), ("shifted_gauge_wave", "1"), ("linear_wave", "1"), ("robust", "1/3")):
            with self.subTest(initial=initial):
                self.refused("einstein/initial-data", f"EinsteinVacuum::amplitude below {limit}", {"initial": initial, "amplitude": 1})
        self.refused("einstein/initial-data", "EinsteinVacuum::amplitude below 1", {"initial": "quadrupole_wave", "amplitude": 1.5}, 3)
        self.accepted({"initial": "gauge_wave", "amplitude": 0.5, **HARMONIC})

    def test_a_quadrupole_has_three_directions(self):
        wave = {"initial": "quadrupole_wave", "amplitude": 1e-6}
        for dimensions in (1, 2):
            self.refused("einstein/initial-data", f"a grid of {dimensions} direction", wave, dimensions)
        self.accepted(wave, 3, ["error"])

    def test_a_solution_in_another_gauge(self):
        shifted = {"initial": "shifted_gauge_wave"}
        for parameters in ({"initial": "gauge_wave"}, {"initial": "gowdy"}, {"initial": "gauge_wave", "lapse": "harmonic"}):
            with self.subTest(parameters=parameters):
                self.refused("einstein/initial-data", "set lapse: harmonic, shift: none", parameters)
        self.refused("einstein/initial-data", "set lapse: harmonic, shift: harmonic", {**shifted, **HARMONIC})
        for parameters in ({"initial": "gauge_wave", **HARMONIC}, {"initial": "gowdy", **HARMONIC}, {"initial": "linear_wave"},
                           {**shifted, "lapse": "harmonic", "shift": "harmonic"}):
            with self.subTest(parameters=parameters):
                self.accepted(parameters, 1, ["error", "error_alpha"])


if __name__ == "__main__":
    unittest.main()
