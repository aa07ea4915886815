#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parameter files that are pipes, devices, too large, or small texts that cost much: the program takes them or says why
not, within bounded time and memory."""
import json
import os
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from limited import call  # noqa: E402

WAVE = {"thorns": ["WaveToy"], "grid": {"points": [8, 8, 8]}, "time": {"stop": {"iterations": 1}}}


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
