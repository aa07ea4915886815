#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A task that never returns, on the only rank, on one of two, on both, and with others that wait for it: the run ends, and the
task is named."""
import re
import unittest

import ending_runs as runs
from ending_runs import cardon_run

THORNS = cardon_run.BINARY.parent.parent / "tests/errors/thorns"
CASE = {
    "title": "A task without an end",
    "thorns": ["Abrupt"],
    "grid": {"points": [21], "domain": [[0, 1]], "boundary": "neumann"},
    "time": {"stop": {"iterations": 5}},
    "checkpoint": {"every": 1},
    "Abrupt": {"by": "never"},
}


@unittest.skipUnless((THORNS / "Abrupt.so").exists(), "the thorn Abrupt is not built")
class Endless(unittest.TestCase):
    def run_it(self, ranks, *arguments, threads=False, case=CASE):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", case)
            result = cardon_run.call(["run", "case.yaml", "--out", "out", "--thorn-path", THORNS, *arguments], ranks=ranks,
                                     cwd=folder, timeout=60, threads=threads)
        self.assertEqual(result.code, 4, result.report())
        self.assertNotIn("bug in Cardon", result.err)
        self.assertIn("out/checkpoints/it00000", result.err, result.report())
        return result

    def test_the_rank_ends_itself(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                result = self.run_it(ranks, "health.task_timeout=2 s")
                found = re.search(r"error: rank (\d) on \S+ has been in Abrupt::evolve for \d", result.err)
                self.assertTrue(found, result.report())
                self.assertEqual(int(found[1]), ranks - 1)
                self.assertIn("[thorn/endless-task]", result.err)
                self.assertIn("in iteration 2", result.err)

    def test_all_ranks_are_endless(self):
        """Nobody waits for anybody: by default each ends itself after six times transport.timeout."""
        for ranks, threads in ((1, False), (2, False), (2, True)):
            with self.subTest(ranks=ranks, threads=threads):
                result = self.run_it(ranks, "transport.timeout=1.5 s", "Abrupt.by=never anywhere", threads=threads)
                self.assertRegex(result.err, r"warning: rank 0 on \S+ has been in Abrupt::evolve for [12]\.\d")
                self.assertRegex(result.err, r"error: rank \d on \S+ has been in Abrupt::evolve for (9|1\d)")
                self.assertIn("health.task_timeout is 9 s", result.err)
                self.assertIn("or raise health.task_timeout", result.err)

    def test_in_each_language(self):
        for thorn in ("Dishonest", "DishonestC", "DishonestFortran"):
            if not (THORNS / f"{thorn}.so").exists():
                continue
            case = {**CASE, "thorns": [thorn], "grid": {"points": [16]}, thorn: {"mistake": "never"}}
            case.pop("Abrupt")
            case["time"] = {**CASE["time"], "integrator": "euler"}
            for ranks, threads in ((1, False), (2, True)):
                with self.subTest(thorn=thorn, ranks=ranks):
                    result = self.run_it(ranks, "health.task_timeout=1 s", threads=threads, case=case)
                    self.assertRegex(result.err, rf"error: rank \d on \S+ has been in {thorn}::rate .*for \d", result.report())
                    self.assertIn("[thorn/endless-task]", result.err)
                    self.assertIn("in iteration 2", result.err)

    def test_nothing_runs_yet(self):
        """A step limit, and a task that `check`, `predict` and `simulate` call."""
        for verb, by, name in (("run", "endless limit", "Abrupt::step"), ("check", "endless limit", "Abrupt::step"),
                               ("check", "at once", "Abrupt::evolve"), ("predict", "at once", "Abrupt::evolve"),
                               ("simulate", "at once", "Abrupt::evolve")):
            with self.subTest(verb=verb, by=by), cardon_run.folder() as folder:
                cardon_run.write_parfile(folder / "case.yaml", {**CASE, "time": {"courant": 0.5, "stop": {"iterations": 5}}})
                result = cardon_run.call([verb, "case.yaml", "--thorn-path", THORNS, "health.task_timeout=0.5 s",
                                          f"Abrupt.by={by}"], cwd=folder)
                self.assertEqual(result.code, 4, result.report())
                self.assertRegex(result.err, rf"error: this process has been in {name} for \d")
                self.assertIn("[thorn/endless-task]", result.err)
                self.assertNotIn("iteration", result.err if by == "endless limit" else "")
                self.assertFalse((folder / "runs").exists())

    def test_others_wait_for_it(self):
        result = self.run_it(2, "transport.timeout=3 s")
        self.assertIn("[transport/cut]", result.err, result.report())
        self.assertIn("has been silent for", result.err)
        self.assertRegex(result.err, r"warning: rank 1 on \S+ has been in Abrupt::evolve for \d")

    def test_short_calls_are_not_added_up(self):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "wave.yaml", runs.WAVE)
            result = cardon_run.call(["run", "wave.yaml", "--out", "out", "health.task_timeout=0.3 s", "time.stop.wall=3 s"],
                                     cwd=folder)
        self.assertEqual(result.code, 75, result.report())


if __name__ == "__main__":
    unittest.main()
