#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a step of a small grid does besides computing: readings of the clock, of which each takes as long as a few rows, and
allocations, counted by a preloaded library. The difference of two lengths of a run leaves out its start and end."""
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

LIBRARY = ""
STEPS = 4000


class Calls(unittest.TestCase):
    def count(self, config, steps):
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", {**config, "time": {**config["time"], "stop": {"iterations": steps}}})
            counted = folder / "counted"
            environment = {**cardon_run.environment(), "LD_PRELOAD": LIBRARY, "CARDON_COUNTED_CALLS": str(counted)}
            subprocess.run([cardon_run.BINARY, "run", file, "--out", folder / "out", "--quiet"], env=environment, check=True,
                           stdout=subprocess.DEVNULL, timeout=60 * cardon_run.PATIENCE)
            return [int(number) for number in counted.read_text().split()]

    def each_step(self, config):
        config = {"checkpoint": {"on_stop": "never"}, "driver": {"tiles": "never"}, **config}
        few, many = self.count(config, STEPS), self.count(config, 3 * STEPS)
        return [(more - less) / (2 * STEPS) for less, more in zip(few, many)]

    def test_one_task_a_step(self):
        """The end of the step, which is the begin of the next, and begin and two parts of the task: 4 readings. Services that watch the
        run act every so many steps."""
        for points in 6, 16:
            with self.subTest(points=points):
                readings, allocations = self.each_step({"thorns": ["WaveToy"], "time": {},
                                                        "grid": {"points": [points] * 3, "boundary": "periodic"}})
                self.assertGreater(readings, 3)
                self.assertLess(readings, 4.5)
                self.assertLess(allocations, 1)

    def test_stages(self):
        """As before, but with four tasks of the thorn and of the integrator in each of four stages, whose time begins where that of the
        task before ends."""
        readings, allocations = self.each_step({"thorns": ["WaveMoL"], "time": {"integrator": "rk4"},
                                                "grid": {"points": [6] * 3, "boundary": "periodic"}})
        self.assertLess(readings, 23)
        self.assertLess(allocations, 1)

    def test_sensors_that_are_off(self):
        """A task with a sensor reads the clock as it begins and ends. One whose sensor is off does not: what is left is that the
        service of the tunlets is called after the step."""
        config = {"thorns": ["WaveToy"], "WaveToy": {"order": 2}, "time": {}, "grid": {"points": [6] * 3, "boundary": "periodic"}}
        tunlets = {"window": 50, "sensors": {"task": {"at": "WaveToy::evolve_2"}}}
        without = self.each_step(config)
        on = self.each_step({**config, "tunlets": tunlets})
        off = self.each_step({**config, "tunlets": {**tunlets, "disabled": ["task"]}})
        print("readings of the clock and allocations per step without, with, and with sensors that are off:", without, on, off)
        self.assertGreaterEqual(on[0], off[0] + 1.9)
        self.assertLess(off[0], without[0] + 1.5)
        self.assertLess(off[1], on[1] + 0.5)     # once per window


if __name__ == "__main__":
    LIBRARY = sys.argv.pop(1)
    unittest.main()
