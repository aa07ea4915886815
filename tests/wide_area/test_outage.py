#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What becomes of a run over two sites when the line between them fails for a while, or for good."""
import re
import time
import unittest
from pathlib import Path

import wan
from test_jobs import SLOW, JobTest, wave
from wan import cardon_run

STEPS = 100

class OutageTest(JobTest):
    def start_job(self, name, config):
        job = wan.start("run", "1", *self.command(name, config))
        self.addCleanup(lambda: job.poll() is None and job.kill())
        for _ in range(int(200 * cardon_run.PATIENCE)):
            if job.poll() is not None or self.carried() > 200_000:
                break
            time.sleep(0.1)
        self.assertIsNone(job.poll())
        return job

    def carried(self):
        return int(self.status().split(" bytes")[0].split()[-1])


class Outages(OutageTest):
    def survives(self, seconds):
        expected = self.on_this_host("alone", wave(STEPS)).checksums
        job = self.start_job("far", wave(STEPS, **SLOW))
        start = time.monotonic()
        self.do("outage", str(seconds))
        out, err = job.communicate(timeout=100 * cardon_run.PATIENCE)
        self.assertEqual(job.returncode, 0, out + err)
        self.assertEqual(self.result("far").checksums, expected)
        silence = re.search(r"after ([\d.]+) s of silence", err)
        print(f"outage of {seconds} s: the run ended {time.monotonic() - start:.1f} s after its begin, "
              f"longest silence told: {silence[1] if silence else 'none'}")

    def test_1_second(self):
        self.survives(1)

    @unittest.skipUnless(cardon_run.LONG, "CARDON_LONG_TESTS is not set")
    def test_20_seconds(self):
        self.survives(20)


class Cut(OutageTest):
    def ranks(self, name):
        """Processes of the run, in whatever site."""
        words = [str(cardon_run.BINARY), str(self.folder / f"{name}.yaml")]
        return [line for line in map(self.command_line, Path("/proc").glob("[0-9]*")) if line[:1] + line[2:3] == words]

    def command_line(self, process):
        try:
            return (process / "cmdline").read_text().split("\0")
        except OSError:
            return []

    def wait_until(self, condition, seconds):
        end = time.monotonic() + seconds * cardon_run.PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)

    def test_a_cut_ends_all_ranks_and_names_the_link_and_the_last_checkpoint(self):
        config = {**wave(1000, **SLOW), "checkpoint": {"every": 10}, "transport": {"timeout": "6 s"}}
        config["output"] = {"scalars": {"every": 1}}  # a cut is not taken for an output that failed
        job = self.start_job("cut", config)
        self.wait_until(lambda: list(self.folder.glob("cut/checkpoints/it*[0-9]/manifest.json")), 30)
        self.assertEqual(len(self.ranks("cut")), 2)
        self.do("cut")
        start = time.monotonic()
        self.wait_until(lambda: not self.ranks("cut"), 30)
        print(f"all ranks had ended {time.monotonic() - start:.1f} s after the cut")
        self.assertIsNone(job.poll())  # Open MPI's launcher waits for its daemon at the other end of the line
        self.do("heal")
        out, err = job.communicate(timeout=60 * cardon_run.PATIENCE)
        print(f"the launcher ended {time.monotonic() - start:.1f} s after the cut:\n{err}")
        self.assertEqual(job.returncode, 4, out + err)
        self.assertRegex(err, r"error: no message has come over the link a-b for 6 s; rank 0 of site a on siteA waits for "
                              r"rank 1 of site b on siteB +\[transport/cut\]")
        told = re.search(r"the last complete checkpoint is that of iteration (\d+): (\S+)", err)
        self.assertIn(f"cardon run ... --restart {told[2]}", err)
        self.goes_on_from(told[2], int(told[1]), config)

    def goes_on_from(self, checkpoint, iteration, config):
        config = {**config, "time": {**config["time"], "stop": {"iterations": iteration + 20}}}
        self.do("run", "1", *self.command("again", config), "--restart", checkpoint, timeout=100)
        again = self.result("again")
        self.assertEqual(again.summary["restarted_from"]["iteration"], iteration)
        self.assertEqual(again.checksums, self.on_this_host("alone", wave(iteration + 20)).checksums)


if __name__ == "__main__":
    wan.main()
