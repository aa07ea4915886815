#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that start at once: each has a folder of its own, or is refused with the name of who has it. Four start at a time, three
times; in the long version 100 times."""
import os
import shutil
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

LONG = cardon_run.LONG > 0
WIDTHS = ("0.2", "0.3", "0.4", "0.5")
CONFIG = {"thorns": ["WaveToy"], "grid": {"points": [8, 8, 8], "boundary": "periodic"},
          "time": {"stop": {"iterations": 3}}, "tuning": {"tuner": "none"},
          "output": {"scalars": {"every": 1, "fields": ["phi"]}}}
FILES = {"parfile.yaml", "resolved.yaml", "provenance.json", "log.txt", "scalars.tsv", "performance.tsv", "warnings.txt",
         "summary.json"}


def at_once(folder, *arguments, program=("run",)):
    """The same call for each of WIDTHS, all started before one of them is waited for: exit codes and messages."""
    calls = [subprocess.Popen([str(cardon_run.BINARY), *program, "t.yaml", f"WaveToy.width={width}", "--quiet", *arguments],
                              cwd=folder, env=cardon_run.environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for width in WIDTHS]
    errors = [call.communicate(timeout=100 * cardon_run.PATIENCE)[1] for call in calls]
    return [(call.returncode, error) for call, error in zip(calls, errors)]


def width_of(run):
    """The width that a complete run was given; all its files agree about it."""
    missing = FILES - {file.name for file in run.iterdir()}
    assert not missing, f"{run} lacks {missing}"
    words = run.joinpath("resolved.yaml").read_text().split("width:")[1].split()
    return words[0]


def holds_within(condition, timeout=60):
    """Whether a condition holds within so many seconds."""
    end = time.monotonic() + timeout * cardon_run.PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class StartedAtOnce(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """What each of them computes when it is alone."""
        cls.folder = cls.enterClassContext(cardon_run.folder())
        cardon_run.write_parfile(cls.folder / "t.yaml", CONFIG)
        cls.alone = {}
        for width in WIDTHS:
            result = many_runs.call(["run", "t.yaml", f"WaveToy.width={width}", "--out", "alone", "--quiet"], cwd=cls.folder)
            assert result.code == 0, result.report()
            run = cardon_run.RunFolder(cls.folder / "alone")
            cls.alone[width] = (run.checksums, run.scalars_text)
            shutil.rmtree(cls.folder / "alone")

    def assert_whole(self, run):
        """That it is one of those computed alone; which."""
        width = width_of(run)
        found = cardon_run.RunFolder(run)
        self.assertEqual((found.checksums, found.scalars_text), self.alone[width], f"{run} mixes several runs")
        left = [file.name for file in run.iterdir() if file.name.startswith(".")]
        self.assertEqual(left, [], "locks are gone at the end")
        return width

    def test_each_gets_a_number_of_its_own(self):
        for batch in range(100 if LONG else 3):
            for code, error in at_once(self.folder):
                self.assertEqual(code, 0, error)
            runs = sorted((self.folder / "runs/t").iterdir())
            self.assertEqual([run.name for run in runs], ["0001", "0002", "0003", "0004"], f"batch {batch}")
            self.assertEqual(sorted(map(self.assert_whole, runs)), list(WIDTHS))
            shutil.rmtree(self.folder / "runs")

    def test_one_folder_is_for_one_of_them(self):
        for batch in range(100 if LONG else 3):
            ends = at_once(self.folder, "--out", "o")
            self.assertEqual(sorted(code for code, _ in ends), [0, 2, 2, 2], f"batch {batch}: {ends}")
            for code, error in ends:
                if code == 2:
                    self.assertIn("[run/folder-in-use]", error)
            winner = self.assert_whole(self.folder / "o")
            self.assertEqual(ends[WIDTHS.index(winner)][0], 0, "the run that finished is the one in the folder")
            shutil.rmtree(self.folder / "o")

    def test_runs_with_retries(self):
        for _ in range(10 if LONG else 1):
            for code, error in at_once(self.folder, "--retries", "2"):
                self.assertEqual(code, 0, error)
            self.assertEqual(sorted(map(self.assert_whole, (self.folder / "runs/t").iterdir())), list(WIDTHS))
            shutil.rmtree(self.folder / "runs")


class Locks(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "t.yaml", CONFIG)

    def start_long_run(self):
        """A run that continues until it is ended; its process."""
        config = dict(CONFIG, time={"stop": {"iterations": 10**9}}, checkpoint={"every": 20, "overlap": "never"})
        cardon_run.write_parfile(self.folder / "long.yaml", config)
        run = subprocess.Popen([str(cardon_run.BINARY), "run", "long.yaml", "--quiet", "--out", "o"], cwd=self.folder,
                               env=cardon_run.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(lambda: (run.kill(), run.wait()))
        self.assertTrue(holds_within(lambda: any((self.folder / "o/checkpoints").glob("it*/manifest.json"))))
        return run

    def call(self, *arguments, code):
        result = many_runs.call(arguments, cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result.out + result.err

    def test_the_second_run_is_told_who_is_there(self):
        run = self.start_long_run()
        text = self.call("run", "t.yaml", "--out", "o", code=2)
        self.assertIn(f"the folder o is in use by process {run.pid} on host {socket.gethostname()}", text)
        self.assertIn("[run/folder-in-use]", text)

    def test_a_restart_says_that_the_run_goes_on(self):
        run = self.start_long_run()
        end = ("long.yaml", "time.stop.iterations=1000000000", "--dry-run")
        text = self.call("run", *end, "--restart", "o", "--out", "p", "--strict", code=2)
        self.assertIn("[restart/run-going-on]", text)
        self.assertIn(f"o is in use by process {run.pid}", text)
        run.kill()
        run.wait()
        ended = many_runs.call(["run", *end, "--restart", "o", "--strict"], cwd=self.folder)
        self.assertNotIn("run-going-on", ended.err, ended.report())

    def test_the_lock_of_a_dead_process_is_no_obstacle(self):
        run = self.start_long_run()
        lock = (self.folder / "o/.run-lock-1").read_text()
        run.kill()
        run.wait()
        (self.folder / "q").mkdir()
        (self.folder / "q/.run-lock-1").write_text(lock)
        self.call("run", "t.yaml", "--out", "q", code=0)
        self.assertEqual(list((self.folder / "q").glob(".run-lock-*")), [])

    def test_a_number_that_another_process_has_now_is_not_taken_for_the_old_one(self):
        run = self.start_long_run()
        lock = (self.folder / "o/.run-lock-1").read_text()
        began = next(line for line in lock.splitlines() if line.startswith("began "))
        (self.folder / "q").mkdir()
        (self.folder / "q/.run-lock-1").write_text(lock.replace(began, f"began {int(began.split()[1]) - 1}"))
        self.call("run", "t.yaml", "--out", "q", code=0)
        self.assertIsNone(run.poll())

    def test_of_another_host_nothing_is_known(self):
        (self.folder / "q").mkdir()
        (self.folder / "q/.run-lock-1").write_text("host elsewhere\nprocess 12\nbegan 5\namong x\n")
        text = self.call("run", "t.yaml", "--out", "q", code=2)
        self.assertIn("process 12 on host elsewhere", text)
        self.assertIn("or remove q/.run-lock-1 if that process has ended", text)


class Newest(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "t.yaml", dict(CONFIG, checkpoint={"every": 2, "overlap": "never"}))

    def call(self, *arguments, code=0):
        result = cardon_run.call(arguments, cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result.out + result.err

    def test_ten_thousand_comes_after_9999(self):
        self.call("run", "t.yaml")
        runs = self.folder / "runs/t"
        (runs / "0001").rename(runs / "9999")
        self.call("run", "t.yaml", "time.stop.iterations=4")
        self.assertEqual({run.name for run in runs.iterdir()}, {"9999", "10000"})
        self.assertIn("runs/t/10000", self.call("run", "t.yaml", "time.stop.iterations=6", "--restart", "latest"))
        shutil.rmtree(runs / "10001")
        # Copies have other times of files.
        for file in (runs / "9999").rglob("*"):
            os.utime(file)
        self.assertIn("runs/t/10000/", self.call("plot", "runs/t"))
        self.assertIn("runs/t/10000/", self.call("plot", "latest"))

    def test_runs_of_one_second_are_told_apart(self):
        # Their names are against the order of their starts.
        for name in ("z", "y", "x", "w", "v", "u"):
            self.call("run", "t.yaml", "--out", name)
        self.assertIn("restarted from iteration 3 of u", self.call(
            "run", "t.yaml", "time.stop.iterations=6", "--out", "more", "--restart", "latest").replace("./", ""))

    def test_numbers_are_not_used_again(self):
        for _ in range(3):
            self.call("run", "t.yaml")
        shutil.rmtree(self.folder / "runs/t/0002")
        self.call("run", "t.yaml")
        self.assertEqual(sorted(run.name for run in (self.folder / "runs/t").iterdir()), ["0001", "0003", "0004"])


class Names(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def run_of(self, *words):
        """The folder that a run of a file with this name gets."""
        before = set(self.folder.rglob("resolved.yaml"))
        result = many_runs.call(["run", *words, "--quiet"], cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        (new,) = set(self.folder.rglob("resolved.yaml")) - before
        return str(new.parent.relative_to(self.folder))

    def test_files_with_odd_names(self):
        for name, run in {"...yaml": "run", "..yaml": "run", ".yaml": "yaml", ".hidden.yaml": "hidden",
                          "two words.yaml": "two_words", "a\nb\tc.yaml": "a_b_c", "$(touch x).yaml": "__touch_x_",
                          "w=1.yaml": "w=1", "plain.yaml": "plain"}.items():
            with self.subTest(name=name):
                cardon_run.write_parfile(self.folder / name, CONFIG)
                self.assertEqual(self.run_of("./" + name), f"runs/{run}/0001")
                shutil.rmtree(self.folder / "runs")

    def test_an_existing_file_with_an_equals_sign_is_a_file(self):
        (self.folder / "d=1").mkdir()
        cardon_run.write_parfile(self.folder / "d=1/w.yaml", CONFIG)
        self.assertEqual(self.run_of("d=1/w.yaml", "WaveToy.width=0.3"), "runs/w/0001")
        self.assertIn("width: 0.3", (self.folder / "runs/w/0001/resolved.yaml").read_text())


if __name__ == "__main__":
    unittest.main()
