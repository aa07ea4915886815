#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An ensemble whose workers and masters are killed and interrupted at random has the table of one that is left alone."""
import os
import random
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

WAVE = {"thorns": ["WaveToy"], "grid": {"points": [16], "domain": [[0, 1]], "boundary": "periodic"},
        "time": {"stop": {"iterations": 200000}, "step": 0.005},
        "WaveToy": {"initial": "plane", "wavenumber": [1, 0, 0], "exact": "cos(2*pi*(x - t))"},
        "output": {"scalars": {"every": 1000, "fields": ["error"], "reductions": ["l2"]}}, "checkpoint": {"on_stop": "early"}}
STUDY = {"run": "wave.yaml", "vary": {"WaveToy.speed": {"from": 1, "to": 1.5, "count": 16}}, "workers": 2,
         "table": {"scalars": ["error.l2"], "summary": ["time"]}}
CALLS, SEED = 6, 3


class Kills(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(many_runs.folder())
        cardon_run.write_parfile(self.folder / "wave.yaml", WAVE)
        cardon_run.write_parfile(self.folder / "study.yaml", STUDY)
        self.killed = self.ended = 0  # workers, and masters before they had finished

    def start(self, out, *options):
        return subprocess.Popen([str(cardon_run.BINARY), "ensemble", "study.yaml", "--quiet", "--out", out, *options],
                                cwd=self.folder, env=cardon_run.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def finish(self, out, *options):
        process = self.start(out, *options)
        return process.communicate()[0], process.returncode

    def workers(self):
        """Processes of this folder's ensembles that compute members."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
                if b"--worker" in words and Path(os.readlink(process / "cwd")).samefile(self.folder):
                    found.append(int(process.name))
            except OSError:
                continue
        return found

    def disturb(self, process, chance):
        """Kills workers for a while, then stops the master in one of three ways."""
        for _ in range(chance.randint(1, 3)):
            time.sleep(chance.uniform(0.1, 0.5))
            if workers := self.workers():
                try:
                    os.kill(chance.choice(sorted(workers)), signal.SIGKILL)
                    self.killed += 1
                except ProcessLookupError:
                    continue
        process.send_signal(chance.choice([signal.SIGTERM, signal.SIGINT, signal.SIGKILL]))

    def test_the_table_is_that_of_an_ensemble_that_is_left_alone(self):
        chance = random.Random(SEED)
        text, code = self.finish("alone")
        self.assertEqual(code, 0, text)
        for _ in range(CALLS):
            process = self.start("disturbed")
            self.disturb(process, chance)
            text = process.communicate()[0]
            # A signal may come before the first member is handed out: then nothing is to be stopped.
            self.assertIn(process.returncode, (0, 4, 75, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT), text)
            self.assertNotIn("[ensemble/record]", text)
            self.ended += process.returncode != 0
        self.assertGreater(self.killed, 0)
        self.assertGreater(self.ended, 0)
        text, code = self.finish("disturbed")
        if code != 0:  # the same member was hit twice
            self.assertIn("2 workers ended while they computed it", (self.folder / "disturbed/ensemble.csv").read_text(), text)
            text, code = self.finish("disturbed", "--retry-failed")
        self.assertEqual(code, 0, text)
        self.assertEqual((self.folder / "disturbed/ensemble.csv").read_text(), (self.folder / "alone/ensemble.csv").read_text())


if __name__ == "__main__":
    unittest.main()
