#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--retries believes what a run records of its end, not the exit code of a launcher, and does not spend its tries at once."""
import time
import unittest

import ending_runs as runs
from ending_runs import cardon_run
import many_runs

HIDES = f"sh -c '{cardon_run.MPIRUN} -n 2 \"$@\" | cat' sh"  # exit code 0 whatever the run's is


class Retries(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "wave.yaml", runs.WAVE)

    def call(self, *arguments):
        return cardon_run.call(["run", "wave.yaml", *arguments], cwd=self.folder, timeout=120)

    def test_a_launcher_that_runs_nothing(self):
        result = self.call("--retries", 2, "--launch", "true", "--out", "out")
        self.assertEqual(result.code, 4, result.report())
        self.assertIn("[run/no-more-retries]", result.err)
        self.assertIn("the run has not recorded its end in summary.json", result.err)

    def test_a_rank_that_is_killed_behind_a_launcher_that_hides_it(self):
        process = runs.start(self.folder, "--retries", 1, "--launch", HIDES, "--out", "out", "checkpoint.every=50",
                             "time.stop.iterations=1500", stdout=runs.subprocess.PIPE)
        runs.wait_for_rows(self.folder / "out", more=100)
        runs.os.kill(runs.ranks_of(process)[-1], runs.signal.SIGKILL)
        out, _ = process.communicate(timeout=120 * cardon_run.PATIENCE)
        self.assertEqual(process.returncode, 0, out)
        self.assertIn("attempt 2 of 2", out)
        self.assertEqual(cardon_run.RunFolder(self.folder / "out-retry-1").summary["status"], "finished")

    def test_a_run_that_is_stopped_behind_such_a_launcher(self):
        process = runs.start(self.folder, "--retries", 1, "--launch", HIDES, "--out", "out")
        runs.wait_for_rows(self.folder / "out")
        (self.folder / "out/stop").touch()
        self.assertEqual(runs.finish(process), 75)
        self.assertFalse((self.folder / "out-retry-1").exists())

    def test_a_run_that_ended_in_this_folder_before_is_no_success(self):
        first = many_runs.call(["run", "wave.yaml", "--quiet", "--out", "out", "time.stop.iterations=3"], cwd=self.folder)
        self.assertEqual(first.code, 0, first.report())
        result = self.call("--retries", 0, "--launch", "true", "--out", "out")
        self.assertEqual(result.code, 4, result.report())

    def test_pauses_grow(self):
        start = time.monotonic()
        result = self.call("--retries", 2, "--launch", "false", "--out", "out")
        self.assertEqual(result.code, 1, result.report())
        self.assertGreaterEqual(time.monotonic() - start, 1 + 2)
        self.assertIn("the next attempt begins in 2.0 s", result.out)

    def test_a_limit_of_time(self):
        result = self.call("--retry-for", "2 s", "--launch", "false", "--out", "out")
        self.assertEqual(result.code, 1, result.report())
        self.assertIn("another attempt would begin later than --retry-for 2.0 s", result.err)
        self.assertIn("the run failed in ", result.err)

    def test_bad_durations(self):
        for text in ("soon", "3 kg", "-1 s", "0", ""):
            result = self.call("--retry-for", text)
            self.assertEqual(result.code, 2, result.report())
            self.assertNotIn("bug in Cardon", result.err)

    def test_bad_input_is_not_tried_again(self):
        start = time.monotonic()
        result = self.call("--retry-for", "1 h", "WaveToy.width=-1", "--out", "out")
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("[parameter/out-of-range]"), 1, result.report())
        self.assertLess(time.monotonic() - start, 3000)


if __name__ == "__main__":
    unittest.main()
