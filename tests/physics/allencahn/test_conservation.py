#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A scalar in a step: what the constraint of AllenCahn conserves, its order where it lags, ranks, sites and restarts."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from good_runs import GoodRuns  # noqa: E402

PROFILE = "0.3 + 0.5*sin(2*pi*x)*cos(4*pi*y)"


def config(conservation, iterations=40, courant=0.5, every=None, **more):
    return {"thorns": ["AllenCahn"], "grid": {"points": [32, 24], "domain": [[0, 1], [0, 1]], "boundary": "periodic"},
            "time": {"courant": courant, "integrator": "rk4", "stop": {"iterations": iterations}},
            "AllenCahn": {"conservation": conservation, "width": 0.05, "initial": "expression", "profile": PROFILE},
            "output": {"scalars": {"every": every or iterations, "fields": ["u", "content", "free_energy", "pressure"],
                                   "reductions": ["mean", "l2"]}}, **more}


def sites(first, second, depth):
    return {"thorns": ["AllenCahn", "GridDriver"], "driver": {"calibration": "never", "ghost_zones": depth},
            "machine": {"sites": [{"name": "a", "ranks": first}, {"name": "b", "ranks": second}]}}


class Conservation(GoodRuns):
    def test_the_exact_constraint_conserves_to_rounding_and_the_energy_falls(self):
        scalars = self.run_good("exact", config("exact", 200, every=20)).scalars
        for value in scalars["content"]:
            self.assertLess(abs(value - scalars["content"][0]), 1e-13)
        self.assertTrue(all(b < a for a, b in zip(scalars["free_energy"], scalars["free_energy"][1:])))
        free = self.run_good("none", config("none", 200, every=200)).scalars
        self.assertGreater(abs(free["content"][-1] - free["content"][0]), 1e-2)

    def test_the_pressure_is_that_of_the_state(self):
        """At iteration 0, from values of the formula: the exact sum, rounded once."""
        scalars = self.run_good("start", config("none", 1)).scalars
        values = [0.3 + 0.5 * math.sin(2 * math.pi * i / 32) * math.cos(4 * math.pi * j / 24) for j in range(24) for i in range(32)]
        mean = math.fsum((v * v - 1) * v for v in values) / len(values)
        self.assertAlmostEqual(scalars["pressure"][0], mean, 14)
        for kind in ("exact", "lagged"):
            self.assertEqual(self.run_good(kind, config(kind, 1)).scalars["pressure"][0], scalars["pressure"][0])

    def test_a_lagging_constraint_is_of_order_one(self):
        drifts = []
        for n in (1, 2, 4):
            scalars = self.run_good(f"order{n}", config("lagged", 100 * n, 0.4 / n)).scalars
            drifts.append(abs(scalars["content"][-1] - scalars["content"][0]))
        print("drift of the content:", *(f"{d:.3e}" for d in drifts))
        for coarse, fine in zip(drifts, drifts[1:]):
            self.assertAlmostEqual(math.log2(coarse / fine), 1, delta=0.15)

    def test_ranks_sites_depths_and_restarts_change_no_bit(self):
        for kind in ("exact", "lagged"):
            whole = self.run_good(f"{kind}-whole", config(kind, 23, every=5))
            sums = whole.checksums
            for ranks in (2, 3):
                self.assertEqual(self.run_good(f"{kind}-{ranks}", config(kind, 23, every=5), ranks=ranks).checksums, sums)
            for depth in (2, 5):
                run = self.run_good(f"{kind}-sites-{depth}", config(kind, 23, every=5, **sites(2, 1, depth)), ranks=3)
                self.assertEqual(run.checksums, sums)
                self.assertEqual(run.scalars_text.splitlines()[-1], whole.scalars_text.splitlines()[-1])
            for step in (1, 2, 11):
                self.run_good(f"{kind}-to-{step}", config(kind, step), ranks=2, continued=True)
                again = self.run_good(f"{kind}-from-{step}", config(kind, 23, every=5), "--restart", self.folder / f"{kind}-to-{step}",
                                      ranks=3)
                self.assertEqual(again.checksums, sums)

    def test_check_states_what_it_costs(self):
        machine = {"machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}],
                               "links": [{"between": ["a", "b"], "latency": "75 ms"}]}, "thorns": ["AllenCahn", "GridDriver"]}
        for kind, text in (("exact", "all ranks wait for each other 4 times in a step, at least 75 ms each time"),
                           ("lagged", "AllenCahn::pressure is read 2 steps later, after a round trip to rank 0, which takes at least 150 ms")):
            file = cardon_run.write_parfile(self.folder / f"check-{kind}.yaml", config(kind, **machine))
            result = cardon_run.call(["check", file])
            self.assertEqual(result.code, 0, result.report())
            self.assertIn(text, result.out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
