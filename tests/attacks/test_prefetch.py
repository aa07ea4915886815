#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether tasks ask for rows ahead is measured by the run itself, is told, and changes no bit."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

CONFIG = {"title": "Prefetch", "thorns": ["WaveToy"], "grid": {"points": [64, 64, 64], "boundary": "periodic"},
          "time": {"stop": {"iterations": 80}}, "WaveToy": {"width": 0.3}}


class Prefetch(unittest.TestCase):
    def run_it(self, folder, driver, points, wish):
        config = {**CONFIG, "thorns": [*CONFIG["thorns"], driver], "grid": {**CONFIG["grid"], "points": points},
                  "driver": {"prefetch": wish, "tiles": "never"}}
        cardon_run.write_parfile(folder / "case.yaml", config)
        out = f"{driver}-{points[0]}-{wish}"
        result = cardon_run.call(["run", "case.yaml", "--out", out, cardon_run.NO_CHECKPOINT], cwd=folder, timeout=120)
        self.assertEqual(result.code, 0, result.report())
        return result.out, cardon_run.RunFolder(folder / out)

    def test_measured_told_and_the_same_bits(self):
        with cardon_run.folder() as folder:
            for driver in ("UnigridDriver", "GridDriver"):
                runs = {wish: self.run_it(folder, driver, [64, 64, 64], wish) for wish in ("auto", "always", "never")}
                for text, run in runs.values():
                    self.assertEqual(run.checksums, runs["auto"][1].checksums)
                chosen = runs["auto"][1].summary["prefetch"]
                self.assertTrue(chosen and all(task["gain"] > 0 for task in chosen.values()), chosen)
                # Where the timings did not tell, it stays off.
                self.assertTrue(all(task["gain"] >= 1.02 for task in chosen.values() if task["on"]), chosen)
                self.assertIn("prefetch: o", runs["auto"][0])
                self.assertTrue(all(task["on"] for task in runs["always"][1].summary["prefetch"].values()))
                for wish in ("always", "never"):
                    self.assertNotIn("prefetch: o", runs[wish][0])
                self.assertNotIn("prefetch", runs["never"][1].summary)
            text, small = self.run_it(folder, "UnigridDriver", [16, 16, 16], "auto")
            self.assertNotIn("prefetch", small.summary)


if __name__ == "__main__":
    unittest.main()
