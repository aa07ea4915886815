#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cardon balance: what balancers make of blocks on a hypothetical machine."""
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

# With several threads SCOTCH maps large graphs differently each time.
os.environ["SCOTCH_PTHREAD_NUMBER"] = "1"


class BalanceTest(unittest.TestCase):
    def call(self, *arguments, code=0):
        result = many_runs.call(["balance", *arguments], cwd=Path.cwd())
        self.assertEqual(result.code, code, result.report())
        return result

    def trials(self, *arguments):
        return {t["balancer"]: t for t in json.loads(self.call(*arguments, "--json").out)}

    def test_compares_balancers(self):
        found = self.trials("none", "greedy", "grid_comm", "grapevine_plus", "--load", "hot-spot", "--steps", "20")
        self.assertGreater(found["none"]["imbalance"], 0.1)
        self.assertLess(found["greedy"]["imbalance"], 0.02)
        self.assertGreater(found["greedy"]["wide_messages"], found["none"]["wide_messages"])
        self.assertEqual(found["grid_comm"]["wide_messages"], found["none"]["wide_messages"])
        self.assertGreater(found["grapevine_plus"]["rounds"], 1)
        self.assertLess(found["greedy"]["simulated_seconds"], found["none"]["simulated_seconds"])

    def test_parameters_reach_the_balancers(self):
        loose = self.trials("refine", "BalancerBasic.tolerance=1.5", "--load", "hot-spot", "--steps", "0")["refine"]
        tight = self.trials("refine", "--load", "hot-spot", "--steps", "0")["refine"]
        self.assertLess(loose["moved_blocks"], tight["moved_blocks"])
        self.assertLessEqual(tight["imbalance"], 0.02)

    def test_all_balancers_are_the_default(self):
        out = self.call("--blocks", "4x4", "--ranks", "4", "--steps", "5").out
        for name in ("none", "random", "greedy", "refine", "diffusion", "hierarchical", "node_aware", "grapevine", "sbn"):
            self.assertIn(f"\n  {name} ", "\n" + out)

    def test_a_forest_is_learned_again_from_its_seed(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = []
            for name, seed in (("a", "5"), ("b", "5"), ("c", "6")):
                file = Path(folder) / name
                self.call("--learn", str(file), "--scenarios", "6", "--seed", seed)
                texts.append(file.read_text() + (Path(folder) / f"{name}.plans").read_text())
            self.assertEqual(texts[0], texts[1])
            self.assertNotEqual(texts[0], texts[2])
            self.assertIn("--scenarios 6 --seed 5\n", texts[0])
            self.assertEqual(texts[0].count("\ntree\n"), 100 + 40)
            self.assertIn("\nstrategies kept lost\n", texts[0])

    def test_choices_are_scored(self):
        scores = self.call("--score", "--scenarios", "4", "--json").out
        scores = json.loads(scores[scores.index("{"):])
        for family in ("learnt", "foreign"):
            by = {score["chosen_by"]: score for score in scores[family]}
            self.assertEqual(by["none"]["gain"], 0)
            for name in ("forest", "tree", "plans", "greedy"):
                self.assertLessEqual(by[name]["gain"], 1)
                self.assertGreaterEqual(by[name]["worst"], 1)

    def test_mistakes_are_explained(self):
        self.assertIn("[registry/no-such-service]", self.call("gredy", code=2).err)
        self.assertIn("did you mean greedy?", self.call("gredy", code=2).err)
        self.assertIn("[balancer/scene]", self.call("--ranks", "7", code=2).err)
        for blocks in ("axb", "16x", "16,16", "16.5x2", "1e9", "100000x100000"):
            self.assertIn("[balancer/scene]", self.call("--blocks", blocks, code=2).err)
        self.assertIn("needs at least two plans", self.call("greedy+refine", code=2).err)
        self.assertIn("[balancer/scene]", self.call("--score", "--scenarios", "0", code=2).err)
        for option, value in (("speeds", "0,1"), ("speeds", "-1"), ("latency", "-1"), ("bandwidth", "0"), ("near-latency", "nan"),
                              ("front", "2"), ("ranks", "0"), ("ranks", "2.5"), ("steps", "-1"), ("horizon", "inf"), ("hosts", "0")):
            err = self.call("greedy", f"--{option}", value, "--steps", "0", code=2).err
            self.assertIn(f"error: --{option}: {value.split(',')[0]} is not a ", err)
            self.assertIn("[cli/usage]", err)
        for idle in (("greedy", "--scenarios", "5"), ("--score", "greedy"), ("--score", "--ranks", "4", "--load", "front")):
            err = self.call(*idle, code=2).err
            self.assertEqual(err.count("[cli/usage]"), 2 if "--load" in idle else 1, err)
        self.assertIn("[output/write-failed]", self.call("--learn", "/dev/null/forest", "--scenarios", "1000000", code=4).err)
        self.assertIn("[parameter/unknown]", self.call("refine", "BalancerBasic.tolerace=1", code=2).err)


if __name__ == "__main__":
    unittest.main()
