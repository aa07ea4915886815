#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A finished run can be continued without having thought of it before, and says so clearly when nothing is left to do."""
import unittest

import ending_runs as runs
from ending_runs import cardon_run


class Finished(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "wave.yaml", runs.WAVE)

    def call(self, *arguments, ranks=1, code=0):
        result = cardon_run.call(["run", "wave.yaml", *arguments], ranks=ranks, cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result

    def test_it_goes_on_with_the_bits_of_a_longer_run(self):
        self.call("time.stop.iterations=30", ranks=2)
        self.call("--restart", "latest", "time.stop.iterations=50")
        self.call("--out", "whole", "time.stop.iterations=50")
        whole, parts = cardon_run.RunFolder(self.folder / "whole"), cardon_run.RunFolder(self.folder / "runs/wave/0002")
        self.assertEqual(whole.checksums, parts.checksums)
        self.assertEqual(whole.scalars_text, parts.scalars_text)
        self.assertEqual(parts.summary["restarted_from"]["iteration"], 30)

    def test_by_time(self):
        self.call("time.stop.time=0.5 s")
        result = self.call("--restart", "latest", "time.stop.time=1 s")
        self.assertIn("iteration", result.out)

    def test_nothing_left_to_do(self):
        self.call("time.stop.iterations=30")
        result = self.call("--restart", "latest", "time.stop.iterations=30", code=2)
        self.assertIn("nothing is left to do: the run ends at iteration 30", result.err)
        self.assertIn("[restart/nothing-left]", result.err)

    def test_it_is_switched_off(self):
        for word in ("early", "never"):
            self.call("time.stop.iterations=30", f"checkpoint.on_stop={word}", "--out", word)
            self.assertFalse((self.folder / word / "checkpoints").exists())

    def test_a_checkpoint_that_cannot_be_written_spoils_no_finished_run(self):
        process = runs.start(self.folder, "--out", "out", "time.stop.iterations=3000")
        runs.wait_for_rows(self.folder / "out")
        (self.folder / "out/checkpoints").write_text("in the way")
        self.assertEqual(runs.finish(process), 0, (self.folder / "errors.txt").read_text())
        self.assertIn("[checkpoint/not-written]", (self.folder / "out/warnings.txt").read_text())


if __name__ == "__main__":
    unittest.main()
