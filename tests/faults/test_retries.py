#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cardon run --retries: a run that was killed continues from its last checkpoint, perhaps on fewer ranks. What it says, what
it refuses, and how it stops."""
import re
import signal
import sys
import unittest

import fault_cases as cases
from fault_cases import cardon_run

ENDLESS = "time.stop.iterations=100000000"
PROBLEM = cases.resting(cases.one_site(cases.PROBLEM))


def launch(ranks):
    return ["--launch", f"{cardon_run.MPIRUN} -n {ranks}"]


class Retries(unittest.TestCase):
    """Each class below is a test of its own: most of its time is waiting."""

    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "wave.yaml", PROBLEM)

    def call(self, *arguments, ranks=1):
        return cardon_run.call(["run", "wave.yaml", *arguments, *cases.THORN_PATH], ranks=ranks, cwd=self.folder)

    def started(self, *arguments):
        return cases.start(["wave.yaml", *arguments], self.folder, rest=30)

    def kill_after_a_checkpoint(self, process, run_folder):
        cases.wait_until(lambda: list(run_folder.glob("checkpoints/it*[0-9]/manifest.json")), said=self.said)
        cases.kill(cases.ranks_below(process.pid)[-1])
        cases.hurry(self.folder)

    def said(self):
        return cases.screen(self.folder)

    def summary(self, name):
        return cardon_run.RunFolder(self.folder / name).summary


class Ranks(Retries):
    def test_on_fewer_ranks(self):
        process = self.started("--retries", "2", *launch(3), *launch(2), "--out", "out")
        self.kill_after_a_checkpoint(process, self.folder / "out")
        self.assertEqual(cases.finish(process, self.folder), 0, self.said())
        self.assertRegex(self.said(), r"(?m)^attempt 1 of 3 ended after [\d.]+ s: exit code 137 \(killed by SIGKILL\); "
                                      r"lost: [\d.]+ s, about \d+ iterations$")
        self.assertRegex(self.said(), r"(?m)^attempt 2 of 3 restarts from iteration \d+ of out, in out-retry-1, by \S+ -n 2$")
        self.assertIn("attempt 2 of 3 was the last attempt: exit code 0 (finished); outputs are in out, out-retry-1", self.said())
        whole = cardon_run.call(["run", "wave.yaml", "--quiet", "--out", "whole", *cases.THORN_PATH], ranks=2, threads=True, cwd=self.folder)
        self.assertEqual(whole.code, 0, whole.report())
        self.assertEqual(self.summary("out-retry-1")["checksums"], self.summary("whole")["checksums"])
        self.assertEqual(self.summary("out-retry-1")["ranks"], 2)

    def test_without_launcher_in_numbered_folders(self):
        process = self.started("--retries", "1")
        self.kill_after_a_checkpoint(process, self.folder / "runs/wave/0001")
        self.assertEqual(cases.finish(process, self.folder), 0, self.said())
        self.assertRegex(self.said(), r"(?m)^attempt 1 of 2 ended after [\d.]+ s: killed by SIGKILL; lost")
        self.assertRegex(self.said(), r"(?m)^attempt 2 of 2 restarts from iteration \d+ of runs/wave/0001, in runs/wave/0002$")

    def test_a_rank_that_is_killed_while_it_starts(self):
        process = self.started("--retries", "1", *launch(3), "--out", "out/")
        ranks = cases.wait_until(lambda: cases.ranks_below(process.pid), pause=0.001, said=self.said)
        cases.kill(ranks[0])
        cases.hurry(self.folder)
        self.assertEqual(cases.finish(process, self.folder), 0, self.said())
        # A rank that is killed while it connects may take Open MPI's launcher with it, after it has said what happened.
        by_launcher = "|killed by SIGPIPE" if "process returned\na non-zero exit code" in self.said() else ""
        self.assertRegex(self.said(), r"(?m)^attempt 1 of 2 ended after [\d.]+ s: (exit code 137 \(killed by SIGKILL\)" + by_launcher
                         + "); lost")
        self.assertRegex(self.said(), r"(?m)^attempt 2 of 2 begins from the start, in out-retry-1, by \S+ -n 3$")
        self.assertEqual(self.summary("out-retry-1")["iterations"], cases.STEPS)

    def test_a_crash_after_the_checkpoint_of_the_last_step(self):
        launchers = ["--launch", "sh -c '\"$@\"; exit 4' sh", "--launch", "env"]
        result = self.call("--retries", "2", *launchers, "--out", "out", "time.stop.iterations=50")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("[restart/nothing-left]", result.err)
        for text in ("attempt 2 of 3 restarts from iteration 50 of out", "attempt 3 of 3 restarts from iteration 25 of out"):
            self.assertIn(text, result.out)
        self.assertEqual(self.summary("out-retry-1")["checksums"], self.summary("out")["checksums"])


class Launchers(Retries):
    def test_a_launcher_that_is_killed(self):
        process = self.started("--retries", "1", *launch(2), "--out", "out", "time.stop.iterations=2000")
        cases.wait_until(lambda: list((self.folder / "out").glob("checkpoints/it*[0-9]/manifest.json")), said=self.said)
        launcher = cases.parents()[cases.ranks_below(process.pid)[0]]
        self.assertNotEqual(launcher, process.pid)
        cases.kill(launcher)
        cases.wait_until(lambda: "attempt 2 of 2 restarts" in self.said(), said=self.said)
        cases.hurry(self.folder)
        self.assertEqual(cases.finish(process, self.folder), 0, self.said())
        first = re.search(r"(?m)^attempt 2 of 2 restarts from iteration (\d+) of out, in out-retry-1", self.said())
        self.assertTrue(first, self.said())
        self.assertIn(f"restarted from iteration {first[1]} of out\n", self.said(), "no rank was left that wrote")

    def test_a_launcher_that_outlives_its_ranks(self):
        hangs = ["--launch", "sh -c '\"$@\"; sleep 60' sh"]
        process = self.started("--retries", "1", *hangs, "--launch", "env", "--out", "out")
        self.kill_after_a_checkpoint(process, self.folder / "out")
        self.assertEqual(cases.finish(process, self.folder), 0, self.said())
        self.assertRegex(self.said(), r"(?m)^attempt 1 of 2 ended after [\d.]+ s: its ranks were gone, but the launcher did not end; lost: ")
        self.assertRegex(self.said(), r"(?m)^attempt 2 of 2 restarts from iteration \d+ of out, in out-retry-1, by env$")

    def test_a_rank_that_is_killed_when_the_run_has_ended(self):
        dies = f"{cardon_run.MPIRUN} -n 2 sh -c '\"$@\"; kill -9 $$' sh"
        result = self.call("--retries", "1", "--launch", dies, "--out", "out", "time.stop.iterations=50")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("attempt 1 of 2 was the last attempt: exit code 137 (killed by SIGKILL), after the run had ended with exit code 0 "
                      "(finished); outputs are in out", result.out)
        self.assertFalse((self.folder / "out-retry-1").exists(), result.report())


class Stops(Retries):
    def test_signals_are_passed_on_as_one_that_launchers_pass_on(self):
        process = self.started("--retries", "3", *launch(2), "--out", "out", ENDLESS)
        cases.wait_until(lambda: cases.last_row(self.folder / "out") > 3, said=self.said)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(cases.finish(process, self.folder), 75, self.said())
        summary = self.summary("out")
        self.assertIn("SIGUSR1", summary["status"])
        self.assertEqual(summary["checkpoints"]["last_iteration"], summary["iterations"])
        self.assertNotIn("attempt 2", self.said())

    def test_all_tries_count_for_the_limit_on_the_clock(self):
        result = self.call("--retries", "1", "--launch", "sh -c 'sleep 3; exit 4'", "--launch", "env", "--out", "out", ENDLESS,
                           "time.stop.wall=3 s", "checkpoint.on_stop=never")
        self.assertEqual(result.code, 75, result.report())
        self.assertIn("time.stop.wall", self.summary("out-retry-1")["status"])
        self.assertLess(self.summary("out-retry-1")["iterations"], 100)

    def test_when_all_tries_are_used_up(self):
        result = self.call("--retries", "2", "--launch", "sh -c 'exit 4'", "--launch", "false", "--out", "out")
        self.assertEqual(result.code, 1, result.report())
        self.assertIn("[run/no-more-retries]", result.err)
        self.assertRegex(result.err, r"attempt 1, from the start: exit code 4 \(disk, MPI or network\) after")
        self.assertRegex(result.err, r"attempt 3, from the start: exit code 1 after")
        self.assertIn("there is no checkpoint to restart from", result.err)

    def test_what_would_fail_again_is_not_tried_again(self):
        result = self.call("--retries", "2", "WaveToy.width=-1")
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("[parameter/out-of-range]"), 1, result.report())
        self.assertNotIn("try", result.out)
        self.assertFalse((self.folder / "runs/wave/0001").exists(), "nothing was written to it")


class Refuses(Retries):
    def refused(self, *arguments, slug="cli/usage", ranks=1):
        result = self.call(*arguments, ranks=ranks)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(len(re.findall(re.escape(f"[{slug}]"), result.err)), 1, result.report())
        return result.err

    def test_to_be_started_by_a_launcher(self):
        text = self.refused("--retries", "1", ranks=2)
        self.assertIn("--retries starts the launcher, but was started by one itself", text)
        self.assertIn('help: cardon run FILE --retries 3 --launch "mpirun -n 4"', text)

    def test_launchers_without_retries(self):
        self.assertIn("--retries", self.refused("--launch", "mpirun -n 2"))

    def test_launchers_that_do_not_exist(self):
        self.assertIn("cannot start mpirnu: No such file", self.refused("--retries", "1", "--launch", "mpirnu -n 2",
                                                                        slug="run/launch"))


if __name__ == "__main__":
    sys.exit(unittest.main())
