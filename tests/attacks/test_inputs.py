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
        for name, why in [("nobody.yaml", "no process has opened it for writing"), ("/dev/zero", "more than 64 MB"),
                          ("large.yaml", "more than 64 MB"), (".", "Is a directory")]:
            with self.subTest(name):
                result = self.check(name, timeout=100)
                self.assertEqual(result.code, 2, result.report())
                self.assertIn("[parameter/file]", result.err)
                self.assertIn(why, result.err)


class CostlyTexts(unittest.TestCase):
    """A limit of memory far below what such files cost once: 2.9 GB and more."""

    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def check(self, text, *words):
        (self.folder / "wave.yaml").write_text(text)
        return call(["check", "wave.yaml", *words], self.folder, memory=1000)

    def test_a_file_of_one_long_line(self):
        points = {f"p{n}": [0.1, 0.5, n / 4000] for n in range(4000)}
        config = {**WAVE, "output": {"probes": {"fields": ["phi"], "points": points}}}
        result = self.check(json.dumps(config))
        self.assertEqual(result.code, 0, result.report())

    def test_mistakes_in_a_long_line_have_their_place(self):
        text = json.dumps({**WAVE, "expect": {f"n{n}": n for n in range(4000)}, "WaveToy": {"widht": 0.3}})
        result = self.check(text)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn(f"wave.yaml:1:{text.index('widht')}", result.err)
        lines = result.err.splitlines()
        shown = next(n for n, line in enumerate(lines) if "widht" in line and "|" in line)
        self.assertEqual(lines[shown].index("widht"), lines[shown + 1].index("^") + 1)

    def test_a_long_text_that_is_repeated(self):
        text = "expect:\n  - &a " + 100000 * "x" + "\n" + 20000 * "  - *a\n" + json.dumps(WAVE)[1:-1].replace(", ", "\n")
        result = self.check(text)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("more than 256 MB, with their aliases", result.err)

    def test_a_long_argument(self):
        for argument, code in ((".".join(["a"] * 50000) + "=1", 2),
                               ("expect=[" + ",".join(["1"] * 50000) + "]", 0)):
            result = self.check(json.dumps(WAVE), argument)
            self.assertEqual(result.code, code, result.report()[-1000:])


class ManyRanks(unittest.TestCase):
    def test_a_hundred_thousand_ranks_are_planned_soon(self):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "wave.yaml", {**WAVE, "grid": {"points": [512, 512, 512]}})
            for verb in ("check", "predict"):
                result = call([verb, "wave.yaml", "--ranks", 100000], folder, timeout=100)
                self.assertEqual(result.code, 0, result.report())
                self.assertLess(len(result.out.splitlines()), 200)


if __name__ == "__main__":
    unittest.main()
