#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What tuning costs is one number wherever it is told, a change is made only if it pays, and equal cores get equal shares.
Equal shares are looked for beside one to three other processes that compute, on the core of both ranks or of one; the long version
does so 40 times, and makes longer runs."""
import json
import multiprocessing
import os
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

MANY = cardon_run.LONG > 0
# A step of 4 ms and a link of 20 ms, on cores that have other work: decisions are waited for.
CONFIG = {"title": "Costs", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [10, 10, 80], "boundary": "periodic"},
          "time": {"stop": {"iterations": 300 if MANY else 200}}, "WaveToy": {"width": 0.3},
          "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                      "links": [{"between": ["a", "b"], "latency": "20 ms", "bandwidth": "10 MB/s"}]},
          "emulated_compute": {"per_point": "1 us"}}
EQUAL = {"title": "Equal cores", "thorns": ["WaveToy", "GridDriver"],
         "grid": {"points": [32, 32, 64], "boundary": "periodic"},
         "time": {"stop": {"iterations": 2}}, "WaveToy": {"width": 0.3},
         "machine": {"sites": [{"name": "a", "ranks": 2}]}}
# Two ranks that sleep equally long per point, in a decomposition that calibration on a busy machine once chose.
WRONG = {"title": "Wrong shares", "thorns": ["WaveToy", "GridDriver"],
         "grid": {"points": [16, 16, 128], "boundary": "periodic"},
         "time": {"stop": {"iterations": 250 if MANY else 150}}, "WaveToy": {"width": 0.3},
         "emulated_compute": {"per_point": "1 us"}}
WRONG_START = {"settings": {"links": {}, "overlap": True, "blocks_per_rank": 1, "speeds": [0.27, 0.73]}}


def keep_busy(quit_, cores):
    os.sched_setaffinity(0, cores)
    while not quit_.is_set():
        sum(range(20000))


class Busy:
    """So many other processes that compute, on these cores."""
    def __init__(self, count, cores=None):
        self.quit = multiprocessing.Event()
        arguments = (self.quit, cores or os.sched_getaffinity(0))
        self.others = [multiprocessing.Process(target=keep_busy, args=arguments) for _ in range(count)]

    def __enter__(self):
        for other in self.others:
            other.start()

    def __exit__(self, *_):
        self.quit.set()
        for other in self.others:
            other.join()


class TuningCost(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def run_it(self, config, out, *arguments, over_mpi=True):
        file = cardon_run.write_parfile(self.folder / "case.yaml", config)
        result = many_runs.call(["run", file.name, "--out", out, cardon_run.NO_CHECKPOINT, *arguments], ranks=2,
                               cwd=self.folder, timeout=150, over_mpi=over_mpi)
        self.assertEqual(result.code, 0, result.report())
        return result, cardon_run.RunFolder(self.folder / out)

    def check_bill(self, result, run):
        tuning = run.summary["tuning"]
        sentence = re.search(r"the search cost (\S+) s, (\S+) % of the run", result.out)
        row = re.search(r"^tuning +- +(\S+) +(\S+) +(\S+) ", result.out, re.MULTILINE)
        self.assertTrue(sentence and row, result.report())
        cost = tuning["cost_seconds"]
        self.assertAlmostEqual(float(sentence[1]), cost, delta=0.005 * cost, msg=result.report())
        self.assertAlmostEqual(float(sentence[2]), 100 * tuning["cost_share"], delta=0.06, msg=result.report())
        self.assertAlmostEqual(float(row[3]), cost, delta=1e-3 + 1e-3 * cost, msg=result.report())
        rows = (line.split("\t") for line in (run.path / "performance.tsv").read_text().splitlines())
        table = next(float(cells[5]) for cells in rows if cells[0] == "tuning")
        self.assertAlmostEqual(table, cost, delta=1e-3 + 1e-3 * cost)
        parts = ("calibration", "waiting", "change", "sensor", "thinking", "lost")
        self.assertAlmostEqual(sum(tuning[f"{part}_seconds"] for part in parts), cost, places=6)
        for part in ("calibration", "waiting", "change", "sensor"):
            self.assertGreater(tuning[f"{part}_seconds"], 0, part)
        decisions = [json.loads(line) for line in (run.path / "decisions.jsonl").read_text().splitlines()]
        self.assertGreater(len(decisions), 0, result.report())
        self.assertAlmostEqual(sum(d["cost_seconds"] for d in decisions), decisions[-1]["cost_so_far_seconds"], places=6)
        self.assertLessEqual(decisions[-1]["cost_so_far_seconds"], cost + 1e-6)

    def test_table_sentence_and_files_agree(self):
        with Busy(2):
            self.check_bill(*self.run_it(CONFIG, "out"))

    def test_a_change_is_made_only_if_the_steps_left_pay_for_it(self):
        def seconds(*arguments):
            result = cardon_run.call(["simulate", cardon_run.SOURCE / "parfiles/record-run-tuned.yaml", "--json", *arguments],
                                     timeout=200)
            self.assertEqual(result.code, 0, result.report())
            return sum(w["change_seconds"] + (w["last"] - w["first"]) * w["seconds_per_step"]
                       for w in json.loads(result.out)["windows"])
        for steps in (100, 500, 2000) if MANY else (100,):
            fixed = seconds("--steps", steps, "driver.decomposition=fixed")
            self.assertLess(seconds("--steps", steps), 1.02 * fixed, steps)

    def share(self, out):
        """Of the rank that has fewer points."""
        _, run = self.run_it(EQUAL, out)
        points = [rank["owned_points"] for rank in run.summary["per_rank"]]
        return min(points) / sum(points)

    def test_ranks_of_one_core_get_equal_shares(self):
        cores = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, cores)
        os.sched_setaffinity(0, {max(cores)})
        for n in range(40 if MANY else 2):
            with Busy(1 + n % 3):
                self.assertGreater(self.share(f"equal-{n}"), 0.4)

    def test_a_core_with_other_work_gets_no_smaller_share(self):
        # Cores of a virtual machine may differ by half for seconds; by their share of the time these would differ by 2 to 4.
        for n in range(40 if MANY else 2):
            with Busy(2 + n % 2, {max(os.sched_getaffinity(0))}):
                self.assertGreater(self.share(f"busy-{n}"), 0.35)

    def test_wrong_shares_on_one_site_are_corrected(self):
        (self.folder / "wrong.json").write_text(json.dumps(WRONG_START))

        def shares(run):
            points = [rank["owned_points"] for rank in run.summary["per_rank"]]
            return [share / sum(points) for share in points]

        begin = ["driver.calibration=never", "tuning.start=wrong.json"]
        _, before = self.run_it(WRONG, "before", *begin, "time.stop.iterations=2", over_mpi=False)
        self.assertLess(shares(before)[0], 0.3)
        _, run = self.run_it(WRONG, "out", *begin)
        self.assertGreater(min(shares(run)), 0.42, run.summary["tuning"])
        _, fixed = self.run_it(WRONG, "fixed", "driver.calibration=never", "driver.decomposition=fixed", over_mpi=False)
        self.assertNotIn("tuning", fixed.summary)
        self.assertEqual(run.checksums, fixed.checksums)


if __name__ == "__main__":
    unittest.main()
