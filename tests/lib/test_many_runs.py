#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls that share a process do what those do that have one of their own, also after calls that fail, crash or take too long."""
import re
import sys
import unittest

import cardon_run
import many_runs

THORN_PATH = cardon_run.take_thorn_path(sys.argv)    # of Abrupt, in tests/errors
WAVE = {"title": "Wave", "thorns": ["WaveToy"], "grid": {"points": [17, 16, 15]}, "time": {"stop": {"iterations": 8}},
        "output": {"scalars": {"every": 1, "fields": ["phi"], "reductions": ["min", "sum"]}}}
ABRUPT = {"title": "Abrupt", "thorns": ["Abrupt"], "grid": {"points": [33]}, "time": {"stop": {"iterations": 5}}}


def timeless(text):
    """Without numbers, which may be times."""
    return re.sub(r"[0-9.e+-]+", "N", text)


class ManyRuns(unittest.TestCase):
    def setUp(self):
        self.assertTrue(many_runs.LIBRARY.exists(), "it is not built")
        self.folder = self.enterContext(cardon_run.folder())
        cardon_run.write_parfile(self.folder / "wave.yaml", WAVE)
        cardon_run.write_parfile(self.folder / "abrupt.yaml", ABRUPT)

    def both(self, *words, ranks=1):
        """The results of a call in the shared process and of one in its own, which have to be the same."""
        shared = many_runs.call([*words, "--out", "shared"], ranks=ranks, cwd=self.folder)
        own = cardon_run.call([*words, "--out", "own"], ranks=ranks, cwd=self.folder, threads=ranks > 1)
        self.assertEqual(shared.code, own.code, shared.report() + own.report())
        self.assertEqual(timeless(shared.err).replace("shared", "own"), timeless(own.err))
        self.assertEqual(shared.command.replace("shared", "own"), own.command)
        return [cardon_run.RunFolder(self.folder / name) for name in ("shared", "own")] if own.code == 0 else own

    def test_runs(self):
        for ranks in (1, 3):
            shared, own = self.both("run", "wave.yaml", f"title=on {ranks}", ranks=ranks)
            self.assertEqual(shared.checksums, own.checksums)
            self.assertEqual(shared.scalars_text, own.scalars_text)
            self.assertEqual(shared.summary["ranks"], ranks)
            for run in (shared, own):
                run.path.rename(run.path.with_name(f"{run.path.name}-{ranks}"))

    def test_the_screen_is_that_of_the_call(self):
        for _ in range(2):
            shared = many_runs.call(["check", "wave.yaml"], cwd=self.folder)
            # Of memory, the process keeps some.
            self.assertEqual(timeless(shared.out), timeless(cardon_run.call(["check", "wave.yaml"], cwd=self.folder).out))

    def test_mistakes(self):
        self.assertIn("[parameter/unknown]", self.both("run", "wave.yaml", "WaveToy.widht=3").err)
        self.assertIn("[cli/unknown-verb]", self.both("rnu", "wave.yaml").err)
        self.assertIn("[abrupt/error]", self.both("run", "abrupt.yaml", "Abrupt.by=error", *THORN_PATH).err)

    def test_crashes(self):
        crashed = many_runs.call(["run", "abrupt.yaml", "Abrupt.by=abort", "--out", "crashed", *THORN_PATH], cwd=self.folder)
        self.assertNotEqual(crashed.code, 0)
        self.assertIn("the process ended", crashed.err)
        self.both("run", "wave.yaml")

    def test_what_never_ends(self):
        words = ["run", "abrupt.yaml", "Abrupt.by=never", "--out", "endless", *THORN_PATH]
        late = many_runs.call(words, cwd=self.folder, timeout=2 / cardon_run.PATIENCE)
        self.assertEqual(late.code, -9)
        self.assertIn("stopped by the test", late.err)
        self.both("run", "wave.yaml")


if __name__ == "__main__":
    unittest.main()
