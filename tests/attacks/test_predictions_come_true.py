#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost model, which other tests take for the truth, against real runs of ranks: what `cardon predict` says of some
settings is what steps with these settings take. Ranks sleep through their computing, so other work on the cores adds
little; the quickest of a few tries counts. Ranks are threads of one process, and processes
for one of the settings. The long version makes more tries."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

MANY = cardon_run.LONG > 0
STEPS, TRIES = 48, 8 if MANY else 4
# 20 ms of computing, a link of 60 ms.
CONFIG = {"title": "Predicted and run", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [16, 16, 160], "boundary": "periodic"},
          "time": {"stop": {"iterations": STEPS}}, "WaveToy": {"width": 0.3},
          "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                      "links": [{"between": ["a", "b"], "latency": "60 ms", "bandwidth": "100 MB/s"}]},
          "tuning": {"tuner": "none"}}
SETTINGS = {
    "shallow, waiting": {"ghost_zones": 1, "overlap": "never", "blocks_per_rank": 1},
    "shallow, 4 blocks": {"ghost_zones": 1, "overlap": "always", "blocks_per_rank": 4},
    "4 layers, waiting": {"ghost_zones": 4, "overlap": "never", "blocks_per_rank": 1},
    "8 layers, 4 blocks": {"ghost_zones": 8, "overlap": "always", "blocks_per_rank": 4}}
MOST = 1.35


class PredictionsComeTrue(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def write(self, settings):
        driver = {"calibration": "never", "compression": "none", "decomposition": "fixed", **settings}
        cardon_run.write_parfile(self.folder / "case.yaml", {**CONFIG, "driver": driver, "emulated_compute": {"per_point": "0.98 us"}})

    def predicted(self, settings):
        self.write(settings)
        result = many_runs.call(["predict", "case.yaml", "--json"], cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        return json.loads(result.out)["as_set"]["seconds_per_step"]

    def measured(self, name, settings, expected):
        """Of the quickest run; no more runs once one is as expected."""
        self.write(settings)
        quickest = float("inf")
        for n in range(TRIES):
            out = f"{name}-{n}".replace(" ", "-").replace(",", "")
            result = many_runs.call(["run", "case.yaml", "--out", out, cardon_run.NO_CHECKPOINT], ranks=2, cwd=self.folder,
                                    timeout=120, over_mpi="4 layers" in name)
            self.assertEqual(result.code, 0, result.report())
            quickest = min(quickest, cardon_run.RunFolder(self.folder / out).summary["evolution_seconds"] / STEPS)
            if quickest < 1.1 * expected:
                break
        return quickest

    def test_three_and_more_settings(self):
        predicted = {name: self.predicted(settings) for name, settings in SETTINGS.items()}
        measured = {name: self.measured(name, settings, predicted[name]) for name, settings in SETTINGS.items()}
        told = ", ".join(f"{name}: {1e3 * predicted[name]:.1f} predicted, {1e3 * measured[name]:.1f} ms" for name in SETTINGS)
        print(told)
        for name in SETTINGS:
            self.assertLess(measured[name], MOST * predicted[name], told)
            self.assertGreater(measured[name], predicted[name] / MOST, told)
        self.assertEqual(sorted(SETTINGS, key=predicted.get), sorted(SETTINGS, key=measured.get), told)
        self.assertGreater(max(predicted.values()), 2 * min(predicted.values()), "the settings tell nothing")


if __name__ == "__main__":
    unittest.main()
