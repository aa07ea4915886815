#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who asks a run for something reaches this run and no other, and a run that nobody asks is the plain one (E27 of G. Costa, "Automatic
dynamic tuning of parallel/distributed applications on computational grids", dissertation, Universitat Autonoma de Barcelona, 2009)."""
import json
import os
import signal
import socket
import subprocess
import sys
import time
import unittest

from steered_run import REACTION, SteeredRun, iteration_of, results, run
import cardon_run
from cardon.errors import CardonError
from cardon.folders import find_run
from cardon.steering import ask


class Finding(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def refusal(self, name, *words, seconds=60.0):
        with self.assertRaises(CardonError) as raised:
            ask(find_run(str(self.folder / name)), {"set": list(words)}, seconds)
        return raised.exception

    def settings(self, going):
        return [entry["set"] for entry in going.record()] if (going.out / "steering.jsonl").exists() else []

    def test_two_runs_of_the_same_program_and_file(self):
        """One was started by a launcher, with two processes. What is asked for changes no results."""
        with SteeredRun(self.folder, "one", REACTION, 2, threads=False) as one, SteeredRun(self.folder, "two", REACTION) as two:
            one.steer("checkpoint.every=90000")
            two.steer("checkpoint.every=80000")
            self.assertEqual((self.settings(one), self.settings(two)), ([["checkpoint.every=90000"]], [["checkpoint.every=80000"]]))
            missing = self.refusal("tow", "checkpoint.every=1")
            self.assertEqual(missing.slug, "cli/no-run")
            self.assertIn("two", missing.hint)
            lasts = [iteration_of(going.steer("--pause")) + 100 for going in (one, two)]
            for going, last in zip((one, two), lasts):
                going.steer(f"time.stop.iterations={last}")
                going.steer("--continue")
                self.assertEqual(going.wait(), 0, going.screen.read_text())
        for going, last in zip((one, two), lasts):
            plain = run(self.folder, f"plain-{going.out.name}", REACTION, words=[f"time.stop.iterations={last}"])
            self.assertFalse((plain / "steering.jsonl").exists())
            self.assertEqual(results(plain), results(going.out))

    def test_a_run_that_does_not_answer(self):
        with SteeredRun(self.folder, "held", REACTION) as held:
            os.killpg(held.process.pid, signal.SIGSTOP)
            start = time.monotonic()
            late = self.refusal("held", "checkpoint.every=90000", seconds=1)
            self.assertEqual((late.slug, late.exit_code), ("steering/no-answer", 4))
            self.assertLess(time.monotonic() - start, 10 * cardon_run.PATIENCE)
            os.killpg(held.process.pid, signal.SIGCONT)
            held.steer("checkpoint.every=80000")
            self.assertEqual(self.settings(held), [["checkpoint.every=80000"]], "the first request was withdrawn")

    def test_a_note_that_was_left_behind(self):
        """The process that it names has ended, or it is one of another computer with the same number."""
        gone = subprocess.Popen([sys.executable, "-c", ""])
        gone.wait()
        with SteeredRun(self.folder, "noted", REACTION) as noted:
            note = {"url": "http://127.0.0.1:9/", "token": "x", "host": socket.gethostname(), "process": gone.pid}
            (noted.out / "page.json").write_text(json.dumps(note))
            self.assertEqual(self.refusal("noted", "checkpoint.every=90000").slug, "steering/ended")
            (noted.out / "page.json").write_text(json.dumps({**note, "host": "elsewhere"}))
            noted.steer("checkpoint.every=80000")
            self.assertEqual(self.settings(noted), [["checkpoint.every=80000"]])


if __name__ == "__main__":
    unittest.main()
