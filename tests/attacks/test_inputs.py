#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parameter files that are pipes, devices, too large, or small texts that cost much: the program takes them or says why
not, within bounded time and memory."""
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

SANITIZED = bool(os.environ.get("CARDON_SANITIZE")) or cardon_run.SLOWER > 1
WAVE = {"thorns": ["WaveToy"], "grid": {"points": [8, 8, 8]}, "time": {"stop": {"iterations": 1}}}


def call(arguments, folder, timeout=60, memory=None, **more):
    """cardon ARGUMENTS with at most `memory` MB of resident memory; returns the result and the memory used in MB."""
    process = subprocess.Popen([str(cardon_run.BINARY), *map(str, arguments)], cwd=folder, text=True,
                               env=cardon_run.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=more.pop("stdin", subprocess.DEVNULL), start_new_session=True, **more)
    watch = threading.Timer(timeout * cardon_run.SLOWER, os.killpg, (process.pid, signal.SIGKILL))
    watch.start()
    out, err = process.communicate()
    watch.cancel()
    return cardon_run.Result(" ".join(map(str, arguments)), process.returncode, out, err, 0)


class Pipes(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def check(self, name, **more):
        return call(["check", name], self.folder, **more)

    def feed(self, fifo, text):
        thread = threading.Thread(target=lambda: Path(fifo).write_text(text))
        thread.start()
        self.addCleanup(thread.join)

    def test_a_fifo_is_read_as_a_file(self):
        os.mkfifo(self.folder / "wave.yaml")
        self.feed(self.folder / "wave.yaml", json.dumps(WAVE))
        result = self.check("wave.yaml")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("ready to run", result.out)

    def test_standard_input_is_read_as_a_file(self):
        read, write = os.pipe()
        os.write(write, json.dumps(WAVE).encode())
        os.close(write)
        result = self.check("/dev/stdin", stdin=read)
        os.close(read)
        self.assertEqual(result.code, 0, result.report())

    def test_what_does_not_end_is_refused(self):
        os.mkfifo(self.folder / "nobody.yaml")
        with open(self.folder / "large.yaml", "wb") as large:
            large.truncate(65 << 20)
        for name, why in [("nobody.yaml", "nobody has opened it for writing"), ("/dev/zero", "more than 64 MB"),
                          ("large.yaml", "more than 64 MB"), (".", "Is a directory")]:
            with self.subTest(name):
                result = self.check(name, timeout=100)
                self.assertEqual(result.code, 2, result.report())
                self.assertIn("[parameter/file]", result.err)
                self.assertIn(why, result.err)


if __name__ == "__main__":
    unittest.main()
