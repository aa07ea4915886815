#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A flame that a jet fights: each step is that of the formulas, with the place of the largest reaction two steps before and the norm of the
reaction at its beginning; faces are continued linearly; ranks, sites and restarts change no bit; and a jet without strength does nothing."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from good_runs import GoodRuns  # noqa: E402

D, K, STRENGTH, WIDTH, STEP, POINTS, STEPS = 0.02, 8.0, 20.0, 0.1, 5e-3, 41, 24


def config(points, iterations=STEPS, **parameters):
    return {"thorns": ["Flame"], "grid": {"points": points, "domain": [[0, 1]] * len(points),
                                          "boundary": {"lower": "neumann", "upper": "extrapolation_2"}},
            "time": {"step": STEP, "integrator": "euler", "stop": {"iterations": iterations}},
            "Flame": {"max_substeps": 1, "centre": [0.3, 0.6 * (len(points) - 1), 0], "suppressed": True, "jet_strength": STRENGTH, "jet_width": WIDTH,
                      **parameters},
            "output": {"scalars": {"every": 1, "fields": ["c", "max_rate", "burning"] + ["used"] * parameters.get("suppressed", True),
                                   "reductions": ["max", "mean", "l2"]}}}


def reaction(value):
    return K * value * (1 - value)


def position_of_fire(x, c):
    return x[max(range(POINTS), key=lambda n: reaction(c[n]))]


def next_state(x, c, aim):
    """At all points but the outermost."""
    norm, h = math.sqrt(math.fsum(reaction(value) ** 2 for value in c) / POINTS), 1 / (POINTS - 1)
    new = []
    for n in range(1, POINTS - 1):
        diffusion = D * (c[n - 1] - 2 * c[n] + c[n + 1]) / h**2
        jet = STRENGTH * norm * math.exp(-(((x[n] - aim) / WIDTH) ** 2)) * c[n]
        new.append(c[n] + STEP * (diffusion + reaction(c[n] + STEP / 2 * reaction(c[n])) - jet))
    return new


class Suppressed(GoodRuns):
    def states(self, **parameters):
        """Coordinates, and the values of each iteration."""
        file = config([POINTS], **parameters)
        file["output"]["lines"] = {"every": 1, "fields": ["c"], "direction": "x"}
        run = self.run_good("line", file)
        rows = [[line.split("\t") for line in path.read_text().splitlines()[1:]] for path in sorted((run.path / "lines").glob("*.tsv"))]
        self.assertEqual(len(rows), STEPS + 1)
        return [float(row[0]) for row in rows[0]], [[float(row[1]) for row in state] for state in rows], run.scalars

    def test_steps_are_those_of_the_formulas(self):
        x, states, scalars = self.states()
        aims = set()
        for n in range(STEPS):
            aim = position_of_fire(x, states[max(n - 1, 0)])
            aims.add(aim)
            for got, expected in zip(states[n + 1][1:-1], next_state(x, states[n], aim)):
                self.assertAlmostEqual(got, expected, delta=1e-13)
            self.assertAlmostEqual(states[n + 1][-1], 2 * states[n + 1][-2] - states[n + 1][-3], delta=1e-14)
            self.assertAlmostEqual(scalars["max_rate"][n], max(map(reaction, states[n])), delta=1e-13)
        self.assertGreater(len(aims), 2, "the fire does not move")
        used = [0]
        for state in states[:-1]:
            used.append(used[-1] + STEP * STRENGTH * math.sqrt(math.fsum(reaction(value) ** 2 for value in state) / POINTS))
        for got, expected in zip(scalars["used"], used):
            self.assertAlmostEqual(got, expected, delta=1e-12)
        self.assertGreater(used[-1], 1)

    def test_a_jet_without_strength_changes_nothing(self):
        whole = {name: self.run_good(name, config([33, 21], **parameters)) for name, parameters in
                 (("none", {"suppressed": False}), ("weak", {"jet_strength": 0}), ("jet", {}))}
        sums = {name: run.checksums["Flame::c"] for name, run in whole.items()}
        self.assertEqual(sums["none"], sums["weak"])
        means = {name: run.scalars["c.mean"][-1] for name, run in whole.items()}
        self.assertLess(means["jet"], 0.9 * means["none"])
        self.assertTrue("used" not in whole["none"].scalars and whole["weak"].scalars["used"] == [0] * (STEPS + 1))
        # Outputs have the other scalars in any case; the norm is that of the state, or of the last stage.
        self.assertEqual(whole["none"].scalars["max_rate"], whole["weak"].scalars["max_rate"])
        self.assertEqual(whole["none"].scalars["burning"][:-1], whole["weak"].scalars["burning"][1:])

    def test_ranks_sites_and_restarts_change_no_bit(self):
        whole = self.run_good("whole", config([33, 21]))
        sites = {"thorns": ["Flame", "GridDriver"], "driver": {"calibration": "never", "ghost_zones": 6, "blocks_per_rank": 2},
                 "balance": {"balancer": "random", "accept": "all", "every": 3, "seed": 3},
                 "machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 1}]}}
        for name, ranks, more in (("ranks", 3, {}), ("sites", 3, sites)):
            run = self.run_good(name, {**config([33, 21]), **more}, ranks=ranks)
            self.assertEqual(run.checksums, whole.checksums)
            self.assertEqual(run.scalars_text, whole.scalars_text)
        first = self.run_good("first", {**config([33, 21], iterations=11), "checkpoint": {"on_stop": "always"}}, ranks=2)
        second = self.run_good("second", {**config([33, 21]), **sites}, "--restart", str(first.path), ranks=3)
        self.assertEqual(second.checksums, whole.checksums)
        self.assertEqual(second.scalars_text.splitlines()[-1], whole.scalars_text.splitlines()[-1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
