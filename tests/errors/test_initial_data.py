#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Initial data of applications that cannot be, or that would be nothing: refused by `run` and `check` alike, whatever says how long
a step is."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

STEPS = {"stop": {"iterations": 1}}


class InitialData(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, verb, thorn, dimensions, parameters, integrator, time=STEPS):
        config = {"title": "initial data", "thorns": [thorn], "grid": {"cells": [12] * dimensions, "boundary": "reflecting"},
                  "time": {"integrator": integrator, **time}, thorn: parameters}
        return many_runs.call([verb, cardon_run.write_parfile(self.folder / "case.yaml", config)], cwd=self.folder)

    def refused(self, slug, text, *case, places=()):
        for verb, time in (("run", STEPS), ("check", STEPS), ("check", {**STEPS, "step": 1e-3})):
            with self.subTest(verb=verb, text=text):
                result = self.call(verb, *case, time)
                self.assertEqual(result.code, 2, result.report())
                self.assertIn(slug, result.err)
                self.assertIn(text, result.err)
                for place in places:
                    self.assertIn(place, result.err)
        self.assertFalse((self.folder / "runs").exists())

    def accepted(self, *case):
        result = self.call("check", *case)
        self.assertEqual(result.code, 0, result.report())

    def gas(self, slug, text, dimensions, **parameters):
        self.refused(slug, text, "Euler", dimensions, parameters, "ssprk3", places=["/case.yaml:"])

    def waves(self, text, dimensions, **parameters):
        self.refused("maxwell/no-field", text, "Maxwell", dimensions, parameters, "rk4")

    def test_jumps(self):
        self.gas("euler/riemann", "Euler::left has the density -1", 1, left=[-1, 0, 1])
        self.gas("euler/riemann", "Euler::right has the pressure 0", 1, right=[1, 0, 0])
        self.gas("euler/riemann", "Euler::left has the pressure -2", 1, left=[1, 0, -2], max_speed=3)
        self.gas("euler/riemann", "Euler::direction is y, but the grid has 1 dimension ", 1, direction="y")
        self.gas("euler/riemann", "Euler::direction is z, but the grid has 2 dimensions ", 2, direction="z")
        self.gas("euler/riemann", "lies outside the domain: y = 1.5", 2, direction="y", position=1.5)
        self.accepted("Euler", 2, {"direction": "y", "position": 1}, "ssprk3")

    def test_old_names_of_parameters(self):
        """They are not accepted, and the message has the new one."""
        for thorn, names in (("Euler", {"fastest": "max_speed", "place": "position", "spin": "peak_velocity", "blast": "explosion_energy"}),
                             ("EinsteinVacuum", {"fastest": "max_speed"}), ("AcousticWave", {"fastest": "max_speed"})):
            for old, new in names.items():
                self.refused("parameter/unknown", f"it is called {new} now", thorn, 2, {old: 1}, "rk4", places=["/case.yaml:"])

    def test_the_centre_had_another_spelling(self):
        for thorn in ("Diffusion", "Dipole", "DipoleC", "DipoleFortran", "EinsteinVacuum", "Euler", "Flame", "Oscillator", "OscillatorC",
                      "OscillatorFortran", "TensorHeat", "WaveMoL", "WaveToy", "WaveToyC", "WaveToyFortran"):
            self.refused("parameter/unknown", "it is called centre now", thorn, 2, {"center": [0, 0, 0]}, "rk4", places=["/case.yaml:"])

    def test_noise_that_grows_on_the_scale_of_the_grid(self):
        # Dissipation has to exceed kappa1 h / (2 max_speed) = 2 / 12 / (2 * 1.5) = 0.056.
        for dissipation, warned in ((0.1, False), (0.01, True)):
            parameters = {"lapse": "1+log", "kappa1": 2, "max_speed": 1.5, "dissipate": True, "dissipation": dissipation}
            result = self.call("check", "EinsteinVacuum", 3, parameters, "rk4")
            self.assertEqual(result.code, 0, result.report())
            self.assertEqual("einstein/noise" in result.out + result.err, warned, result.report())

    def test_vortices(self):
        # The middle is empty from 1.6043 m/s on: peak_velocity^2 = 2 gamma / ((gamma - 1) e), with gamma = 1.4 and p = rho.
        vortex = {"initial": "vortex", "centre": [0.5, 0.5, 0], "width": 0.1}
        self.gas("euler/vortex", "Euler::peak_velocity is too large", 2, **vortex, peak_velocity=1.61)
        self.gas("euler/vortex", "set it below 1.604", 3, **vortex, peak_velocity=-1.61)
        self.gas("euler/vortex", "needs a grid of 2 or 3 dimensions", 1, **vortex)
        self.accepted("Euler", 2, {**vortex, "peak_velocity": 1.6}, "ssprk3")

    def test_waves_that_are_nothing(self):
        along = "leave no field"
        self.waves(along, 2, initial="plane", wavenumber=[0.3, 0.1, 0], amplitude=[3, 1, 0])
        self.waves(along, 1, initial="plane", amplitude=[1, 0, 0])
        self.waves(along, 3, initial="cavity", wavenumber=[1, 1, 1], amplitude=[0, 0, 0])
        self.waves("each component of E a wavenumber in each", 2, initial="cavity", wavenumber=[1, 0, 0])
        self.waves("each component of E a wavenumber in each", 3, initial="cavity", wavenumber=[1, 1, 0], amplitude=[1, -1, 0])
        for dimensions, parameters in ((3, {"initial": "cavity", "wavenumber": [1, 1, 0]}), (1, {"initial": "cavity"}),
                                       (2, {"initial": "cavity", "wavenumber": [0, 1, 0], "amplitude": [1, 0, 0]}),
                                       (3, {"initial": "expression"})):
            self.accepted("Maxwell", dimensions, parameters, "rk4")


if __name__ == "__main__":
    unittest.main()
