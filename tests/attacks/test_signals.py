#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What terminals, schedulers and limits send to a run: it stops with a checkpoint, or continues."""
import math
import os
import resource
import signal
import subprocess
import unittest

import ending_runs as runs
from ending_runs import cardon_run

WISHES = ("SIGHUP", "SIGXCPU", "SIGUSR2", "SIGTERM", "SIGUSR1")


class Case(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def start(self, out, *arguments, **options):
        process = runs.start(self.folder, "--out", out, *arguments, **options)
        self.addCleanup(process.kill)
        return process

    def errors(self):
        return (self.folder / "errors.txt").read_text()

    def assert_stopped(self, out, process, reason):
        self.assertEqual(runs.finish(process), 75, self.errors())
        summary = cardon_run.RunFolder(self.folder / out).summary
        self.assertEqual(summary["status"], f"stopped: {reason}")
        self.assertEqual(summary["checkpoints"]["last_iteration"], summary["iterations"])


class Signals(Case):
    def test_a_run_stops_with_a_checkpoint(self):
        for name in WISHES:
            with self.subTest(name):
                process = self.start(name)
                runs.wait_for_rows(self.folder / name)
                process.send_signal(getattr(signal, name))
                self.assert_stopped(name, process, name)

    def test_all_ranks_stop_where_one_gets_it(self):
        for name in WISHES[:3]:
            with self.subTest(name):
                process = self.start(name, ranks=2)
                runs.wait_for_rows(self.folder / name)
                os.kill(runs.ranks_of(process)[-1], getattr(signal, name))
                self.assert_stopped(name, process, name)

    def test_whoever_looks_after_a_run_passes_it_on(self):
        for name in WISHES[:3]:
            for launch, seen in (([], name), (["--launch", f"{cardon_run.MPIRUN} -n 2"], "SIGUSR1")):
                with self.subTest(name, launch=launch):
                    out = f"{name}-{len(launch)}"
                    process = self.start(out, "--retries", 3, *launch)
                    runs.wait_for_rows(self.folder / out)
                    process.send_signal(getattr(signal, name))
                    self.assert_stopped(out, process, seen)
                    self.assertFalse((self.folder / f"{out}-retry-1").exists())

    def test_a_run_outlives_nobody_who_looks_after_it_but_leaves_a_checkpoint(self):
        process = self.start("left", "--retries", 3, "--launch", f"{cardon_run.MPIRUN} -n 2")
        runs.wait_for_rows(self.folder / "left")
        ranks = runs.ranks_of(process)
        self.assertEqual(len(ranks), 2)
        process.kill()
        process.wait()
        end = runs.time.monotonic() + 60 * cardon_run.PATIENCE
        while any(os.path.exists(f"/proc/{rank}") for rank in ranks) and runs.time.monotonic() < end:
            runs.time.sleep(0.05)
        summary = cardon_run.RunFolder(self.folder / "left").summary
        self.assertEqual(summary["status"], "stopped: SIGUSR1")
        self.assertEqual(summary["checkpoints"]["last_iteration"], summary["iterations"])

    def test_a_limit_of_processor_time(self):
        def limit():
            runs.usual_signals()
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(cardon_run.SLOWER), 60))
        process = self.start("cpu", before=limit)
        self.assert_stopped("cpu", process, "SIGXCPU")

    def test_nohup(self):
        process = self.start("nohup", launch=["nohup"])
        runs.wait_for_rows(self.folder / "nohup")
        process.send_signal(signal.SIGHUP)
        runs.wait_for_rows(self.folder / "nohup", more=20)
        process.send_signal(signal.SIGTERM)
        self.assert_stopped("nohup", process, "SIGTERM")

    def test_nohup_of_whoever_looks_after_a_run(self):
        process = self.start("nohup", "--retries", 1, launch=["nohup"])
        runs.wait_for_rows(self.folder / "nohup")
        process.send_signal(signal.SIGHUP)
        runs.wait_for_rows(self.folder / "nohup", more=20)
        process.send_signal(signal.SIGTERM)
        self.assert_stopped("nohup", process, "SIGTERM")


class Screens(Case):
    def lose_the_screen(self, *arguments, **options):
        """Its reader leaves before the first line of progress."""
        process = self.start("out", *arguments, stdout=subprocess.PIPE, **options)
        runs.wait_for_rows(self.folder / "out")
        process.stdout.close()
        (self.folder / "out/stop").touch()
        self.assert_stopped("out", process, "the file stop")
        self.assertNotIn("error", self.errors())
        self.assertIn("to continue", (self.folder / "out/log.txt").read_text())

    def test_a_run_goes_on_without_its_screen(self):
        self.lose_the_screen()

    def test_so_it_does_where_it_is_looked_after(self):
        self.lose_the_screen("--retries", 1)

    def test_a_full_disk_behind_the_screen_is_told_once(self):
        with open("/dev/full", "w") as full:
            process = self.start("out", "time.stop.iterations=20", stdout=full)
        self.assertEqual(runs.finish(process), 0, self.errors())
        self.assertEqual(self.errors().count("[environment/standard-output]"), 1, self.errors())
        self.assertIn("warning: cannot write to standard output: No space left on device", self.errors())

    def test_a_limit_of_the_size_of_files_is_an_output_that_cannot_be_written(self):
        def limit():
            runs.usual_signals()
            resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))
        process = self.start("out", before=limit)
        self.assertEqual(runs.finish(process), 4, self.errors())
        self.assertIn("File too large", self.errors())
        self.assertNotIn("bug in Cardon", self.errors())


if __name__ == "__main__":
    unittest.main()
