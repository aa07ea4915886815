#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is printed cannot be written, or the system refuses memory or a thread: one error, and never "a bug"."""
import os
import resource
import signal
import subprocess
import unittest

import ending_runs as runs
from ending_runs import cardon_run

NOBODY = 54321  # a user who has no other process


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(cls.folder / "wave.yaml", runs.WAVE)
        for name in ("one", "two"):
            result = cardon_run.call(["run", "wave.yaml", "--quiet", "--out", name, "time.stop.iterations=10"], cwd=cls.folder)
            assert result.code == 0, result.report()

    def call(self, *words, stdout, before=runs.usual_signals):
        return subprocess.run([str(cardon_run.BINARY), *map(str, words)], cwd=self.folder, env=cardon_run.environment(),
                              stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True, preexec_fn=before,
                              timeout=60 * cardon_run.PATIENCE)


class StandardOutput(Case):
    VERBS = (["list", "thorns"], ["list", "parameters", "--json"], ["describe", "WaveToy"], ["check", "wave.yaml"],
             ["compare", "one", "two"], ["info"], ["info", "one"], ["plot", "one"],
             ["predict", "wave.yaml", "--ranks", "2", "--speed", "1e6"], ["--help"], ["run", "--help"], ["--version"])

    def test_a_full_disk_is_one_error_of_every_verb(self):
        for words in self.VERBS:
            with self.subTest(" ".join(words)), open("/dev/full", "w") as full:
                result = self.call(*words, stdout=full)
                self.assertEqual(result.returncode, 4, result.stderr)
                self.assertRegex(result.stderr, "^error: cannot write to standard output")
                if "--version" not in words:  # the library that prints it forgets why
                    self.assertIn("output: No space left on device", result.stderr)
                self.assertEqual(result.stderr.count("error:"), 1, result.stderr)
                self.assertIn("[environment/standard-output]", result.stderr)
                self.assertNotIn("bug in Cardon", result.stderr)

    def test_a_reader_who_has_left_is_told_nothing(self):
        def without_signal():
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        for words in self.VERBS:
            for before, code in ((runs.usual_signals, -signal.SIGPIPE), (without_signal, 4)):
                with self.subTest(" ".join(words), code=code):
                    reader, writer = os.pipe()
                    os.close(reader)
                    result = self.call(*words, stdout=writer, before=before)
                    os.close(writer)
                    self.assertEqual(result.returncode, code, result.stderr)
                    self.assertEqual(result.stderr, "")


class Refusals(Case):
    @unittest.skipUnless(os.geteuid() == 0, "only root can become a user without processes")
    def test_no_thread_for_a_checkpoint(self):
        def limit():
            runs.usual_signals()
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        place = self.folder / "theirs"
        place.mkdir()
        self.folder.chmod(0o755)
        place.chmod(0o777)
        cardon_run.write_parfile(place / "wave.yaml", runs.WAVE)
        result = self.call("run", place / "wave.yaml", "--out", place / "out", "time.stop.iterations=40", "checkpoint.every=15",
                           stdout=subprocess.DEVNULL, before=limit)
        if "Permission denied" in result.stderr:
            self.skipTest("the program may not be used by others")
        self.assertEqual(result.returncode, 0, result.stderr)
        summary = cardon_run.RunFolder(place / "out").summary
        self.assertGreaterEqual(summary["checkpoints"]["count"], 2)

    def test_a_folder_that_cannot_be_listed(self):
        result = self.call("info", self.folder / "wave.yaml" / "x", stdout=subprocess.DEVNULL)
        self.assertNotIn("bug in Cardon", result.stderr)


if __name__ == "__main__":
    unittest.main()
