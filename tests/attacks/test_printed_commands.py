#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that Cardon prints can be pasted into a shell, whatever files and folders are called."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

NAMES = ("plain", "it's a run", "$(touch harm)`touch harm` & \"x\";touch harm", "line\nend \x1b[2J\u202e")
CONFIG = {"title": "Pasted", "thorns": ["WaveToy"], "grid": {"points": [12, 12, 12]},
          "time": {"stop": {"iterations": 100000000}}, "output": {"scalars": {"every": 1000}}}


class PrintedCommands(unittest.TestCase):
    def setUp(self):
        context = cardon_run.folder()
        self.folder = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def paste(self, said, begin, more=""):
        lines = [line for line in said.split("\n") if line.startswith(begin)]
        self.assertEqual(len(lines), 1, said)
        path = f"{cardon_run.BINARY.parent}:{os.environ['PATH']}"
        return subprocess.run(["bash", "-c", lines[0][len(begin):] + more], cwd=self.folder, capture_output=True, text=True,
                              env={**cardon_run.environment(), "PATH": path}, timeout=60 * cardon_run.PATIENCE)

    def test_they_do_what_they_say(self):
        for number, name in enumerate(NAMES):
            with self.subTest(name=name):
                file = cardon_run.write_parfile(self.folder / f"{name}.yaml", CONFIG)
                stopped = cardon_run.call(["run", file.name, f"title={name}", "time.stop.wall=0.3 s", "--out", name],
                                          cwd=self.folder)
                self.assertEqual(stopped.code, 75, stopped.report())
                plotted = self.paste(stopped.out, "to plot     ")
                self.assertEqual(plotted.returncode, 0, plotted)
                again = self.paste(stopped.out, "to continue  ", f" --out again{number} --dry-run")
                self.assertEqual(again.returncode, 0, again)
        self.assertFalse((self.folder / "harm").exists())


if __name__ == "__main__":
    unittest.main()
