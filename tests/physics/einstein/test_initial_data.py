#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Initial data of EinsteinVacuum that are not a spacetime or not a solution are refused; so are comparisons with a solution in another
gauge than the evolution's, but not its evolution."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

HARMONIC = {"lapse": "harmonic", "shift": "none"}


class InitialData(unittest.TestCase):
    def call(self, parameters, dimensions=1, fields=()):
        config = {"title": "initial data", "thorns": ["EinsteinVacuum"], "grid": {"points": [8] * dimensions, "boundary": "periodic"},
                  "time": {"stop": {"iterations": 1}, "integrator": "rk4", "courant": 0.25}, "EinsteinVacuum": parameters}
        if fields:
            config["output"] = {"scalars": {"every": 1, "fields": list(fields), "reductions": ["linf"]}}
        with many_runs.folder() as folder:
            result = many_runs.call(["run", cardon_run.write_parfile(folder / "case.yaml", config), "--out", folder / "out", cardon_run.NO_CHECKPOINT])
            self.scalars = cardon_run.RunFolder(folder / "out").scalars if result.code == 0 and fields else None
            return result

    def columns(self, parameters, fields):
        """Columns of scalars.tsv on a grid with one direction."""
        self.accepted(parameters, 1, fields)
        return self.scalars

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
                self.refused("einstein/gauge", "set lapse: harmonic, shift: none", parameters, 1, ["error"])
                self.accepted(parameters, 1, ["ham", "alpha"])
        self.refused("einstein/gauge", "set lapse: harmonic, shift: harmonic", {**shifted, **HARMONIC}, 1, ["error_alpha"])
        both = {"lapse": "harmonic", "shift": "harmonic"}
        for parameters in ({"initial": "gauge_wave", **HARMONIC}, {"initial": "gauge_wave", **both}, {"initial": "gowdy", **HARMONIC},
                           {"initial": "gowdy", **both}, {"initial": "linear_wave"}, {**shifted, **both}):
            with self.subTest(parameters=parameters):
                self.accepted(parameters, 1, ["error", "error_alpha"])

    def test_lapse_and_shift_that_a_gauge_needs(self):
        """Geodesic slicing starts from lapse 1, and no shift from 0; other gauges start from those of the solution."""
        shifted = {"initial": "shifted_gauge_wave", "amplitude": 0.5}
        for gauge, moves in (({"lapse": "geodesic", "shift": "none"}, False), ({"lapse": "1+log", "shift": "gamma-driver"}, True)):
            columns = self.columns({**shifted, **gauge}, ["alpha", "beta_x"])
            self.assertEqual(columns["alpha.linf"][0] != 1, moves)
            self.assertEqual(columns["beta_x.linf"][0] != 0, moves)


if __name__ == "__main__":
    unittest.main()
