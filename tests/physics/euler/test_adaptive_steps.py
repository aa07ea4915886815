#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gas with adaptive steps: as exact as with fixed ones, of the same order, and with fewer steps where signals slow down."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

ADAPTIVE = {"by": "limits", "every": 5}
SOD = {"initial": "riemann"}
WAVE = {"initial": "wave", "amplitude": 0.2, "velocity": [1, 0, 0], "limiter": "none"}
# C.-W. Shu and S. Osher, J. Comput. Phys. 83, 32, 1989, example 8: a shock of Mach 3 meets waves of density.
SHU_OSHER = {"initial": "expression", "max_speed": 4.6, "density_formula": "x < -4 ? 3.857143 : 1 + 0.2*sin(5*x)",
             "velocity_x_formula": "x < -4 ? 2.629369 : 0", "pressure_formula": "x < -4 ? 10.33333 : 1"}
SEDOV = {"initial": "sedov", "explosion_energy": 1, "width": 0.03, "pressure": 1e-5, "riemann": "hll"}


class AdaptiveSteps(unittest.TestCase):
    def run_gas(self, parameters, end, cells, adaptive, quantity, courant=0.5, boundary="neumann", domain=None, integrator="ssprk3"):
        time = {"courant": courant, "integrator": integrator, "stop": {"time": end}}
        if adaptive:
            time["adaptive"] = adaptive
        name, reduction = quantity.split(".")
        with many_runs.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", {
                "thorns": ["Euler"], "time": time, "Euler": parameters,
                "grid": {"cells": cells, "boundary": boundary, "domain": domain or [[0, 1]] * len(cells)},
                "output": {"scalars": {"every": end / 2 if adaptive else float(end), "fields": [name, "courant_number"],
                                       "reductions": [reduction]}}})
            result = many_runs.call(["run", file, "--out", folder / "out", cardon_run.NO_CHECKPOINT], timeout=200)
            self.assertEqual(result.code, 0, result.report())
            run = cardon_run.RunFolder(folder / "out")
            self.assertAlmostEqual(run.summary["time"], end, places=12)
            if adaptive:
                self.assertEqual(run.summary["time"], end, "it is hit exactly")
                self.assertIn("rejected", result.out)
                self.assertIn("adaptive steps", (folder / "out/performance.tsv").read_text())
                self.assertEqual(run.scalars["time"], [0, end / 2, end])
            return run.scalars[quantity][-1], run.summary

    def orders(self, parameters, end, cells, **more):
        errors = [self.run_gas(parameters, end, [cells * 2 ** level], ADAPTIVE, "error.l1", **more)[0] for level in range(3)]
        return [math.log2(a / b) for a, b in zip(errors, errors[1:])]

    def test_order_of_a_smooth_wave(self):
        self.assertGreater(self.orders(WAVE, 0.5, 32, boundary="periodic")[1], 1.85)

    def test_sod(self):
        self.assertGreater(self.orders(SOD, 0.2, 100)[1], 0.75)
        fixed, _ = self.run_gas(SOD, 0.2, [200], None, "error.l1")
        adaptive, _ = self.run_gas(SOD, 0.2, [200], ADAPTIVE, "error.l1")
        self.assertLess(adaptive, 1.05 * fixed)

    def test_shu_osher(self):
        run = [self.run_gas(SHU_OSHER, 1.8, [400], rule, "rho.max", domain=[[-5, 5]])
               for rule in (None, ADAPTIVE)]
        self.assertAlmostEqual(run[0][0], run[1][0], delta=0.02 * run[0][0])

    def test_blast_wave_takes_fewer_steps(self):
        case = {"parameters": SEDOV, "end": 0.25, "cells": [50, 50], "quantity": "error.l1", "boundary": "reflecting",
                "domain": [[0, 0.6]] * 2, "integrator": "rk2"}
        fixed, of_fixed = self.run_gas(adaptive=None, **case)
        adaptive, of_adaptive = self.run_gas(adaptive=ADAPTIVE, **case)
        self.assertLess(adaptive, 1.05 * fixed)
        self.assertLess(of_adaptive["iterations"], 0.6 * of_fixed["iterations"])

    def test_steps_of_a_sudden_limit_are_rejected(self):
        rule = {"by": "limits", "every": 8, "safety": 1, "first": 1, "growth": 2}
        error, summary = self.run_gas(SOD, 0.2, [100], rule, "error.l1")
        self.assertGreater(summary["rejected_steps"], 0)
        self.assertGreaterEqual(summary["rejected_steps"], summary["rejections"])
        self.assertLess(error, 6e-3)


if __name__ == "__main__":
    unittest.main()
