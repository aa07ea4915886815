#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plan_laws.py finds the law that times follow, and its names are those of the table."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plan_laws  # noqa: E402


class PlanLaws(unittest.TestCase):
    def test_a_law_is_found_again(self):
        sizes = [(2 ** n, 2 ** m) for n in range(4, 12) for m in range(1, 6)]
        seconds, by_blocks, by_ranks, spread = plan_laws.fit([(3e-6 * b ** 0.7 * r ** -0.2, b, r) for b, r in sizes])
        for found, expected in ((1e6 * seconds, 3), (by_blocks, 0.7), (by_ranks, -0.2), (spread, 1)):
            self.assertAlmostEqual(found, expected, places=6)
        noisy = plan_laws.fit([(3e-6 * b ** 0.7 * (2 if n % 2 else 0.5), b, r) for n, (b, r) in enumerate(sizes)])
        self.assertAlmostEqual(noisy[3], 2, delta=0.1)

    def test_names_and_sizes(self):
        names = plan_laws.names_in_table()
        self.assertIn("greedy", names)
        self.assertIn("none", names)
        self.assertNotIn("#", names)
        problems = list(plan_laws.problems(quick=False))
        self.assertEqual({ranks for ranks, *_ in problems}, {2 ** n for n in range(1, 11)})
        self.assertEqual({min(2 ** 14, max(16, a * b)) for _, (a, b), *_ in problems}, {a * b for _, (a, b), *_ in problems})
        self.assertEqual(len({seed for *_, seed in problems}), len(problems))


if __name__ == "__main__":
    unittest.main()
