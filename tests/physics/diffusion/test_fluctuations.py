#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""White noise in the heat equation: the variance that diffusion and noise balance, other seeds, other ranks, restarts."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
from good_runs import GoodRuns  # noqa: E402

N, COURANT, STRENGTH = 32, 0.8, 0.5


def config(steps, every=20, seed=1):
    return {"thorns": ["Diffusion"], "grid": {"points": [N, N], "domain": [[0, N], [0, N]], "boundary": "periodic"},
            "time": {"courant": COURANT, "stop": {"iterations": steps}}, "random": {"seed": seed},
            "Diffusion": {"medium": "fluctuating", "strength": STRENGTH, "initial": "expression", "profile": "0"},
            "output": {"scalars": {"every": every, "fields": ["u"], "reductions": ["mean", "l2"]}}}


def expected_variance():
    """The sum over modes of forward Euler; spacing and diffusivity are 1, so the step is courant/4."""
    step = COURANT / 4
    noise = 2 * STRENGTH * step
    waves = [4 * math.sin(math.pi * k / N) ** 2 for k in range(N)]
    rates = [step * (a + b) for a in waves for b in waves]
    return sum(noise / (c * (2 - c)) for c in rates[1:]) / N**2


class Fluctuations(GoodRuns):
    def test_the_variance_is_that_of_the_scheme(self):
        scalars = self.run_good("long", config(20000), timeout=200).scalars
        rows = [(mean, l2) for it, mean, l2 in zip(scalars["iteration"], scalars["u.mean"], scalars["u.l2"]) if it > 1000]
        variance = sum(l2 * l2 - mean * mean for mean, l2 in rows) / len(rows)
        print(f"variance {variance:.4f}, expected {expected_variance():.4f}")
        self.assertAlmostEqual(variance / expected_variance(), 1, delta=0.02)
        # The mean is a sum of independent steps.
        spread = math.sqrt(2 * STRENGTH * 20000 * COURANT / 4 / N**2)
        self.assertGreater(abs(rows[-1][0]), spread / 100)
        self.assertLess(abs(rows[-1][0]), 4 * spread)

    def test_the_seed_alone_selects_the_numbers(self):
        one = self.run_good("one", config(10))
        self.assertEqual(self.run_good("three", config(10), ranks=3).checksums, one.checksums)
        self.assertNotEqual(self.run_good("other", config(10, seed=2)).checksums, one.checksums)

    def test_a_restart_continues_with_the_numbers_of_the_next_step(self):
        whole = self.run_good("whole", config(10))
        self.run_good("begin", config(5), ranks=2, continued=True)
        again = self.run_good("again", config(10), "--restart", self.folder / "begin", ranks=3)
        self.assertEqual(again.checksums, whole.checksums)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
