#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs with adaptive steps are steered: by limits and by errors, with steps that are rejected; their records repeat them."""
import json
import unittest
from concurrent.futures import ThreadPoolExecutor

from steered_run import REACTION, SteeredRun, iteration_of, results, run
import cardon_run

FOREVER = {"iterations": 100000000}
GRID = {"points": [96, 96], "domain": [[0, 2.5], [0, 2.5]], "boundary": "periodic"}
# Bold rules: steps grow fast, so many of them are rejected.
BY_ERRORS = {**REACTION, "grid": GRID,
             "time": {"stop": FOREVER, "integrator": "bs32",
                      "adaptive": {"by": "errors", "every": 3, "lead": 1, "safety": 1, "growth": 2, "tolerance": 1e-7, "absolute_tolerance": 1e-10}}}
BY_LIMITS = {**REACTION, "grid": GRID, "time": {"stop": FOREVER, "courant": 0.5, "adaptive": {"by": "limits"}}}
GAS = {**REACTION, "thorns": ["Euler", "Leisure"],
       "time": {"stop": FOREVER, "integrator": "ssprk3", "adaptive": {"by": "limits", "every": 5, "safety": 1, "growth": 2}},
       "grid": {"cells": [64, 48], "domain": [[0, 1], [0, 0.75]], "boundary": "periodic"},
       "Euler": {"initial": "vortex", "centre": [0.5, 0.4, 0], "width": 0.2},
       "output": {"scalars": {"every": 50, "fields": ["rho"]}}}


def times(out):
    """Of the rows of scalars.tsv."""
    rows = [line.split("\t") for line in (out / "scalars.tsv").read_text().splitlines() if line[:1].isdigit()]
    return [float(row[1]) for row in rows]


def time_of_last(going):
    return going.record()[-1]["time"]


class Adaptive(unittest.TestCase):
    """Each class below is a test of its own: most of its time is waiting."""

    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def check_replays(self, original, config, others):
        for n, (ranks, threads) in enumerate(others):
            again = run(self.folder, f"{original.name}-{n}", config, ranks, threads, [f"steering.replay={original}/steering.jsonl"])
            self.assertEqual(results(again), results(original), (ranks, threads))


class Errors(Adaptive):
    def steer_by_errors(self, ranks, threads):
        with SteeredRun(self.folder, f"errors{ranks}", BY_ERRORS, ranks, threads) as going:
            for feed in (0.03, 0.08, 0.02):
                going.steer(f"GrayScott.feed={feed}")
            going.steer("--pause")
            going.steer("GrayScott.kill=0.055", "output.scalars.every=11")
            going.steer("--step=7")
            last = iteration_of(going.steer("GrayScott.feed=0.035")) + 100
            going.steer(f"time.stop.iterations={last}")
            going.steer("--continue")
            self.assertEqual(going.wait(), 0, going.screen.read_text())
        self.assertGreater(cardon_run.RunFolder(going.out).summary["rejections"], 3, "no step was rejected: the test shows little")
        return going.out

    def test_parameters_of_thorns_where_errors_decide(self):
        with ThreadPoolExecutor() as pool:
            outs = [pool.submit(self.steer_by_errors, *how) for how in ((1, True), (2, False))]
        for out in outs:
            self.check_replays(out.result(), BY_ERRORS, [(3, True), (1, True)])

    def test_a_restart_continues(self):
        with SteeredRun(self.folder, "first", BY_ERRORS, 2) as going:
            going.steer("GrayScott.feed=0.03")
            going.steer("output.scalars.every=5 s")
            stopped = iteration_of(going.steer("--stop"))
            self.assertEqual(going.wait(), 75, going.screen.read_text())
        end = [f"time.stop.iterations={stopped + 100}"]
        twice = run(self.folder, "second", BY_ERRORS, 1, words=[*end, "--restart", "first"])
        record = [json.loads(line) for line in (going.out / "steering.jsonl").read_text().splitlines()]
        short = self.folder / "short.jsonl"
        short.write_text("".join(json.dumps(entry) + "\n" for entry in record if entry.get("do") != "stop"))
        whole = run(self.folder, "whole", BY_ERRORS, 3, words=[*end, f"steering.replay={short}"])
        self.assertEqual(results(whole)[:3], results(twice)[:3])
        # A replay in two parts, the first of which ends at the iteration of an entry.
        at = record[0]["iteration"]
        run(self.folder, "part", BY_ERRORS, 2, words=[f"time.stop.iterations={at}", f"steering.replay={short}"])
        rest = run(self.folder, "rest", BY_ERRORS, 1, words=[*end, f"steering.replay={short}", "--restart", "part"])
        self.assertEqual(results(whole)[:2], results(rest)[:2])


class Limits(Adaptive):
    def test_times_of_outputs_and_of_the_end_are_hit(self):
        with SteeredRun(self.folder, "gas", GAS, 2) as going:
            going.steer("--pause")
            going.steer("output.scalars.every=0.01 s")
            start = time_of_last(going)
            end = round(start + 0.105, 9)
            self.assertIn("[steering/stop]", going.steer(f"time.stop.time={start / 2}", code=2))
            going.steer(f"time.stop.time={end}")
            going.steer("--continue")
            self.assertEqual(going.wait(), 0, going.screen.read_text())
        after = [time for time in times(going.out) if time > start]
        hit = [n * 0.01 for n in range(int(start / 0.01) + 1, int(end / 0.01) + 1)]
        self.assertEqual(len(after), len(hit))
        for time, wanted in zip(after, hit):
            self.assertAlmostEqual(time, wanted, delta=1e-12 * max(1, wanted))
        self.assertEqual(cardon_run.RunFolder(going.out).summary["time"], end)
        self.check_replays(going.out, GAS, [(1, True), (3, False)])

    def test_a_value_may_change_the_longest_step(self):
        with SteeredRun(self.folder, "limits", BY_LIMITS, 2) as going:
            before = iteration_of(going.steer("--pause"))
            going.steer("output.scalars.every=1")
            going.steer("GrayScott.kill=100")
            going.steer(f"time.stop.iterations={before + 30}")
            going.steer("--continue")
            self.assertEqual(going.wait(), 0, going.screen.read_text())
        last = times(going.out)[-30:]
        self.assertLess(max(b - a for a, b in zip(last, last[1:])), 0.1, "the limit of the new value counts from the next step on")
        self.check_replays(going.out, BY_LIMITS, [(3, True)])


if __name__ == "__main__":
    unittest.main()
