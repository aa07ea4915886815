#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A rank that stands still for a while, or for good: what a hanging host looks like to the others. Needs no root."""
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

RANKS = 3
STEPS = 300


def wave(timeout, **further):
    """Steps of 12 ms, so that the run takes some seconds."""
    return {"thorns": ["WaveToy", "GridDriver"], "grid": {"points": [48, 16, 16], "domain": [[-1, 1]] * 3},
            "time": {"stop": {"iterations": STEPS}, "courant": 0.3}, "WaveToy": {"width": 0.3},
            "machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 1}]},
            "driver": {"calibration": "never", "ghost_zones": 1}, "emulated_compute": {"per_point": "3 us"},
            "tuning": {"tuner": "none"},
            "transport": {"timeout": timeout}, **further}


def environment_of(pid):
    try:
        words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return {}
    return dict(word.decode(errors="replace").partition("=")[::2] for word in words)


class Stopped(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def start(self, config):
        file = cardon_run.write_parfile(self.folder / "wave.yaml", config)
        self.mark = f"{self.folder}"
        job = subprocess.Popen([cardon_run.MPIRUN, "-n", str(RANKS), cardon_run.BINARY, "run", file, "--out",
                                self.folder / "run"], env={**cardon_run.environment(), "CARDON_TEST": self.mark},
                               text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: job.poll() is None and job.kill())
        return job

    def ranks(self):
        """Of the job: rank -> process."""
        found = {}
        for entry in Path("/proc").glob("[0-9]*"):
            environment = environment_of(entry.name)
            if environment.get("CARDON_TEST") == self.mark and "OMPI_COMM_WORLD_RANK" in environment:
                found[int(environment["OMPI_COMM_WORLD_RANK"])] = int(entry.name)
        return found

    def wait_for_checkpoint(self, job):
        for _ in range(int(600 * cardon_run.PATIENCE)):
            if list(self.folder.glob("run/checkpoints/it*/manifest.json")):
                return
            self.assertIsNone(job.poll())
            time.sleep(0.05)
        self.fail("no checkpoint was written")

    def test_some_seconds_are_survived(self):
        job = self.start(wave("30 s", checkpoint={"every": 20}))
        self.wait_for_checkpoint(job)
        rank = self.ranks()[2]
        for seconds in (1, 5):
            os.kill(rank, signal.SIGSTOP)
            time.sleep(seconds)
            os.kill(rank, signal.SIGCONT)
            time.sleep(0.3)
        self.assertIsNone(job.poll())
        out, err = job.communicate(timeout=60 * cardon_run.PATIENCE)
        self.assertEqual(job.returncode, 0, out + err)
        alone = cardon_run.write_parfile(self.folder / "alone.yaml", {
            k: v for k, v in wave("0 s").items() if k not in ("machine", "driver", "tuning")})
        done = cardon_run.call(["run", alone, "--out", self.folder / "alone"])
        self.assertEqual(done.code, 0, done.report())
        self.assertEqual(*(cardon_run.RunFolder(self.folder / name).checksums for name in ("run", "alone")))

    def test_for_good_ends_the_run_and_names_rank_and_checkpoint(self):
        job = self.start(wave("4 s", checkpoint={"every": 20}))
        self.wait_for_checkpoint(job)
        ranks = self.ranks()
        os.kill(ranks[2], signal.SIGSTOP)
        start = time.monotonic()
        out, err = job.communicate(timeout=60 * cardon_run.PATIENCE)
        print(f"the job ended {time.monotonic() - start:.1f} s after the rank was stopped:\n{err}")
        self.assertEqual(job.returncode, 4, out + err)
        error = err[err.index("error:"):]
        self.assertRegex(error, r"^error: no message has come over the link a-b for 4 s; rank 0 of site a on \S+ waits for "
                                r"rank 2 of site b on \S+ +\[transport/cut\]")
        told = re.search(r"the last complete checkpoint is that of iteration (\d+): (\S+)", error)
        self.assertTrue((Path(told[2]) / "manifest.json").exists(), error)
        self.assertIn(f"cardon run ... --restart {told[2]}", error)
        self.assertEqual(err.count("[transport/cut]"), 1, err)
        self.assertFalse(self.ranks(), "processes are left")


if __name__ == "__main__":
    unittest.main(verbosity=2)
