#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of tuned runs: its arithmetic, and of one run that it gets faster, says why, and keeps the bits."""
import json
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "slow_links")]
import history  # noqa: E402
import latencies  # noqa: E402
import turning  # noqa: E402
from runs import cardon_run, machine, merged, run_in  # noqa: E402
from tuned import AUTO, FIXED, History, Tuned, read_rows  # noqa: E402

TABLE = """iteration\twall_s\tstep_s\tefficiency\tdepth:a-b
10\t10\t1.0\t0.5\t1
30\t20\t0.5\t0.8\t2
40\t26\t0.6\t0.7\t3
60\t31\t0.25\t0.95\t4
90\t37.3\t0.2\t0.97\t4
"""


class Arithmetic(unittest.TestCase):
    history = History(read_rows(TABLE), [{"step": 10}, {"step": 30}, {"step": 40}])

    def test_the_end_begins_behind_the_last_change_and_what_is_learned_first(self):
        self.assertEqual([row["iteration"] for row in self.history.final_rows], [90])
        self.assertAlmostEqual(self.history.final_step, 0.2)
        self.assertAlmostEqual(self.history.final_efficiency, 0.97)
        self.assertAlmostEqual(self.history.mean(self.history.rows[3:], "efficiency"), (20 * 0.95 + 30 * 0.97) / 50)

    def test_steps_to_an_efficiency_that_stays(self):
        self.assertEqual([self.history.steps_to(e) for e in (0.4, 0.75, 0.95, 0.99)], [0, 10, 40, None])
        self.assertEqual([history.steps_to(self.history, e) for e in (0.4, 0.99)], [0, "-"])

    def test_windows_count_from_the_one_with_the_change(self):
        self.assertEqual([self.history.windows_to(0.25, at) for at in (0, 35, 40, 59)], [3, 1, 0, 0])
        self.assertIsNone(self.history.windows_to(0.1, 35))

    def test_times_are_turned_into_iterations(self):
        self.assertEqual([self.history.iteration_at(t) for t in (0, 5, 15, 100)], [0, 5, 20, 90])


class TunedRun(unittest.TestCase):
    """Over 75 ms with 40 ms of computing per step."""

    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        config = merged(latencies.CONFIG, {
            **FIXED, "machine": machine([1, 1], 75, "3 MB/s"), "grid.points": [16, 16, 128], "time.stop.iterations": 160,
            "emulated_compute.per_point": f"{1e9 * 0.04 / (16 * 16 * 64):.1f} ns"})
        (folder / "tuned").mkdir()
        (folder / "plain").mkdir()
        cases = {"tuned": {**AUTO, "tuning.tuner": "model"}, "plain": {"tuning.tuner": "none"}}
        # Ranks sleep, so that both runs have the cores they need beside each other.
        with ThreadPoolExecutor(2) as pool:
            cls.folder, cls.plain = pool.map(lambda name: run_in(folder / name, merged(config, cases[name]), threads=True), cases)
        cls.tuned = Tuned(cls.folder)

    def test_it_ends_clearly_better_than_untuned(self):
        self.assertGreater(self.tuned.final_efficiency, self.plain.summary["efficiency"] + 0.15)
        self.assertGreater(self.tuned.final_efficiency, 0.7)

    def test_the_bits_are_the_same(self):
        self.assertEqual(self.folder.checksums, self.plain.checksums)

    def test_untuned_runs_leave_no_history(self):
        self.assertFalse((self.plain.path / "decisions.jsonl").exists())
        self.assertFalse((self.plain.path / "tuning.tsv").exists())

    def test_decisions_tell_what_was_measured_chosen_and_gained(self):
        self.assertGreater(len(self.tuned.decisions), 0)
        for decision in self.tuned.decisions:
            text = json.dumps(decision)
            self.assertIn(decision["outcome"].split(":")[0], ("kept", "reverted", "not judged"), text)
            self.assertTrue(decision["change"] and decision["why"], text)
            self.assertNotEqual(decision["from"], decision["chosen"], text)
            for name in ("step", "tuner", "measured", "predicted_seconds_per_step", "cost_seconds", "result"):
                self.assertIn(name, decision)
        self.assertEqual(self.tuned.decisions[0]["from"]["links"]["a-b"]["depth"], 1)
        self.assertEqual(sorted(d["step"] for d in self.tuned.decisions), [d["step"] for d in self.tuned.decisions])

    def test_the_history_can_be_drawn(self):
        done = cardon_run.call(["plot", self.folder.path, "tuning"])
        self.assertEqual(done.code, 0, done.report())
        self.assertGreater((self.folder.path / "plots/tuning.png").stat().st_size, 5000)


class TurningThorn(unittest.TestCase):
    def test_it_has_the_same_bits_on_any_number_of_ranks(self):
        config = {"thorns": ["Turning", "GridDriver"], "grid": {"points": [12, 10, 24], "boundary": "periodic"},
                  "time": {"stop": {"iterations": 6}, "step": "1 s"}, "Turning": {"turn": "4 s"}, "tuning": {"tuner": "none"}, **turning.PATH}
        sums = set()
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", config)
            for ranks in (1, 2):
                done = cardon_run.call(["run", "case.yaml", "--out", f"out{ranks}", cardon_run.NO_CHECKPOINT], ranks=ranks, cwd=folder)
                self.assertEqual(done.code, 0, done.report())
                sums.add(cardon_run.RunFolder(folder / f"out{ranks}").checksums["Turning::value"])
        self.assertEqual(len(sums), 1)


if __name__ == "__main__":
    unittest.main()
