#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A finished run can be continued without having thought of it before, and says so clearly when nothing is left to do."""
import unittest

import ending_runs as runs
from ending_runs import cardon_run
import many_runs


class Finished(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "wave.yaml", runs.WAVE)

    def call(self, *arguments, ranks=1, code=0):
        result = many_runs.call(["run", "wave.yaml", *arguments], ranks=ranks, cwd=self.folder)
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
        self.assertNotIn("to repeat the end", result.err, "there is one checkpoint")

    def test_the_end_of_a_run_is_repeated_from_the_checkpoint_before_its_last(self):
        self.call("time.stop.iterations=30", "checkpoint.every=20")
        result = self.call("--restart", "latest", "time.stop.iterations=30", code=2)
        before = "runs/wave/0001/checkpoints/it000020"
        self.assertIn(f"to repeat the end of a run that was killed, restart from {before}\n", result.err)
        self.call("--restart", before, "time.stop.iterations=30")
        first, again = (cardon_run.RunFolder(self.folder / f"runs/wave/000{n}") for n in (1, 2))
        self.assertEqual(first.checksums, again.checksums)

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
