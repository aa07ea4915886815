#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plug-ins that fail on rank 0 end a run on all ranks with their own message; what they ask for wrongly is refused."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

THORN_PATH = cardon_run.take_thorn_path(sys.argv)
REACTION = {
    "thorns": ["GrayScott", "GridDriver", "Unruly"],
    "grid": {"points": [32, 32], "domain": [[0, 2.5], [0, 2.5]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 40}, "step": 0.9},
    "output": {"scalars": {"every": 1, "fields": ["u"]}},
}

# A slow rank between two fast ones. Answers to tunlets are there in time, so nobody waits for blocks that lag behind.
LAGGING = {
    "thorns": ["Diffusion", "GridDriver", "Unruly"],
    "grid": {"points": [240], "domain": [[0, 1]], "boundary": [{"dirichlet": "1"}]},
    "time": {"courant": 0.4, "stop": {"iterations": 200}},
    "driver": {"calibration": "never", "blocks_per_rank": 4, "ghost_zones": "every 1 steps", "overlap": "always", "decomposition": "fixed"},
    "emulated_compute": {"per_point": "10 us", "speeds": [1, 0.02, 1]},
    "balance": {"balancer": "none"},
    "output": {"scalars": {"every": 200, "fields": ["u"]}},
    "health": {"every": 0},
    "tunlets": {"run": ["unruly"], "window": 60, "unruly": {"act": "error"}},
}


class PlugIns(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def call(self, act, ranks, **tunlets):
        file = cardon_run.write_parfile(self.folder / "run.yaml", {
            **REACTION, "tunlets": {"run": ["unruly"], "window": 4, "unruly": {"act": act}, **tunlets}})
        return cardon_run.call(["run", file, "--out", self.folder / f"{act}-{ranks}", *THORN_PATH], ranks=ranks, timeout=30)

    def test_failures_on_rank_0_end_all_ranks(self):
        for act, code, slug, text in (
                ("error", 2, "unruly/error", "it was asked to fail"),
                ("exception", 4, "tunlets/failed", "tunlet unruly failed: it was asked to throw"),
                ("unknown_sensor", 2, "tunlets/sensor", "no sensor pase reports to tunlets"),
                ("fired", 4, "tunlets/failed", "tunlet unruly failed: it was asked to throw when told")):
            for ranks in (1, 2):
                result = self.call(act, ranks)
                self.assertEqual(result.code, code, result.report())
                self.assertEqual(result.err.count(f"[{slug}]"), 1, result.report())
                self.assertIn(text, result.err)

    def test_a_failure_ends_ranks_that_wait_for_blocks_of_others(self):
        file = cardon_run.write_parfile(self.folder / "lagging.yaml", LAGGING)
        for threads in (False, True):
            result = cardon_run.call(["run", file, "--out", self.folder / f"lagging-{threads}", *THORN_PATH], ranks=3, timeout=20, threads=threads)
            self.assertEqual(result.code, 2, result.report())
            self.assertEqual(result.err.count("[unruly/error]"), 1, result.report())

    def test_a_failure_at_the_end_leaves_the_results(self):
        for ranks in (1, 2):
            file = cardon_run.write_parfile(self.folder / "end.yaml", {
                **REACTION, "time": {"stop": {"iterations": 9}, "step": 0.9},
                "tunlets": {"run": ["unruly"], "window": 8, "unruly": {"act": "fired"}}})
            out = self.folder / f"end-{ranks}"
            result = cardon_run.call(["run", file, "--out", out, *THORN_PATH], ranks=ranks, timeout=30)
            self.assertEqual(result.code, 4, result.report())
            self.assertEqual(result.err.count("[tunlets/failed]"), 1, result.report())
            summary = cardon_run.RunFolder(out).summary
            self.assertEqual((summary["iterations"], summary["exit_code"]), (9, 4))
            self.assertTrue((out / "performance.tsv").exists())

    def test_what_does_not_fit_is_refused_aloud(self):
        result = self.call("many", 2)
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("rows did not fire: the actions of a window take more than 16384 bytes", result.out)

    def test_reasons_need_not_be_utf_8(self):
        result = self.call("text", 2)
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("output.scalars.every = 2 (was 1); not UTF-8: ", result.out)


if __name__ == "__main__":
    unittest.main()
