#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of slow links: its arithmetic, and of short runs only which is faster."""
import sys
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "slow_links")]
import compression  # noqa: E402
import curve_files  # noqa: E402
import depth  # noqa: E402
import latency  # noqa: E402
import messages  # noqa: E402
import report  # noqa: E402
from runs import Bench, Figures, behind, cardon_run, communication_behind, machine, merged, ratio_behind, whole_cycles  # noqa: E402


class Arithmetic(unittest.TestCase):
    def test_the_first_steps_wait_for_nobody(self):
        """Five steps of 2 s, four exchanges of 1 s: in the long run a step takes 3 s."""
        figures = Figures({"evolution_seconds": 14, "iterations": 5, "compute_seconds": 10, "efficiency": 10 / 14,
                           "links": [{"name": "intra", "exchanges": 9}, {"name": "a-b", "exchanges": 4}]})
        self.assertAlmostEqual(figures.step, 3)
        self.assertAlmostEqual(figures.efficiency, 2 / 3)

    def test_what_a_longer_run_does_behind_a_shorter_one(self):
        """Learning: 4 steps with 3 exchanges of 3 s; later each takes 1 s and half the bytes."""
        def figures(steps, waited, sent):
            links = [{"name": "a-b", "exchanges": steps - 1, "bytes_raw": 10 * (steps - 1), "bytes_sent": sent}]
            return Figures({"evolution_seconds": 2 * steps + waited, "iterations": steps, "compute_seconds": 2 * steps,
                            "efficiency": 2 * steps / (2 * steps + waited), "links": links})
        short, long = figures(4, 9, 30), figures(10, 15, 60)
        efficiency, step = behind(short, long)
        self.assertAlmostEqual(efficiency, 2 / 3)
        self.assertAlmostEqual(step, 3)
        self.assertAlmostEqual(communication_behind(short, long), 1)
        self.assertAlmostEqual(ratio_behind(short, long), 2)

    def test_whole_cycles(self):
        self.assertEqual([whole_cycles(4, 40), whole_cycles(7, 40), whole_cycles(16, 8)], [40, 42, 32])

    def test_of_depths_about_as_good_the_smallest_is_the_best(self):
        by_depth = {1: 0.6, 4: 0.9, 5: 0.93, 6: 0.931, 10: 0.9}
        self.assertEqual((depth.best(by_depth), depth.at_best(by_depth)), (5, 0.93))

    def test_crossing_lies_between_measured_bandwidths(self):
        plain, chain = {1: 4.0, 4: 1.0, compression.UNLIMITED: 0.1}, {1: 2.0, 4: 2.0, compression.UNLIMITED: 1.9}
        self.assertEqual(compression.crossing(chain, plain), "2")
        self.assertEqual(compression.crossing(plain, chain), "never")
        self.assertEqual(compression.crossing({1: 1.0, 4: 0.5}, plain), "> 4")

    def test_a_missed_figure_shows(self):
        part = report.Part("X", "title", "settings", ["a"], [[1]])
        part.judge("speed", "2", ">= 3", False)
        self.assertFalse(part.good)
        self.assertIn("MISSED", report.as_text(part))
        page = report.page("# Title\n\n", {"X": {"date": "2000-01-01", "quick": False, **report.as_json(part)}}, "images")
        self.assertIn("| speed | 2 | >= 3 | MISSED |", page)
        self.assertNotIn("--quick", page)

    def test_curves_are_kept_in_a_file(self):
        plot = report.Plot("change", "A change", "step", "", {"depth": [(0, 1.0), (12, 1.0), (12, 3.0)], "ratio": [(0, 1.25), (12, 5.8125)]},
                           marks={"change": 10.5}, dots=False)
        logarithmic = report.Plot("other", "Other: two axes", "latency, one way (ms)", "time (s)", {"a, b": [(1.0, 2e-7)]}, log="xy")
        with cardon_run.folder() as folder:
            for one in (plot, logarithmic):
                found = curve_files.read(curve_files.write(one, folder))
                self.assertEqual({**vars(found), "series": None}, {**vars(one), "series": None})
                for label, points in one.series.items():
                    self.assertEqual(len(found.series[label]), len(points))
                    for (x, y), (kept_x, kept_y) in zip(points, found.series[label]):
                        self.assertAlmostEqual(kept_x, x)
                        self.assertAlmostEqual(kept_y, y, delta=1e-3 * abs(y))
            (folder / "change.tsv").write_text("curve\tx\n")
            self.assertRaises(ValueError, curve_files.read, folder / "change.tsv")

    def test_efficiencies_of_ranks_that_compute_stand_beside(self):
        def figures(rows, columns, measured):
            part = report.Part("X", "title", "settings", columns, rows, efficiencies=["E", "E there"], keys=2)
            part.judge("E", measured, ">= 50 %", measured >= "50 %")
            return {"date": "2000-01-01", "quick": True, **report.as_json(part)}
        sleeping = figures([["a", "by hand", "90 %", 3, "95 %"], ["a", "by hand", "91 %", 3, "96 %"], ["b", "by hand", "70 %", 1, "71 %"]],
                           ["data", "who", "E", "depth", "E there"], "70 %")
        computing = figures([["a", "by hand", "80 %"], ["a", "by hand", "81 %"]], ["data", "who", "E"], "40 %")
        page = report.page("", {"X": {**sleeping, "computing": computing}}, "images")
        self.assertIn("| data | who | E | computing | depth | E there | computing |", page)
        self.assertIn("| a | by hand | 91 % | 81 % | 3 | 96 % | not measured |", page)
        self.assertIn("| b | by hand | 70 % | not measured | 1 | 71 % | not measured |", page)
        self.assertIn("| E | 70 % | 40 % (MISSED) | >= 50 % | reached |", page)
        self.assertIn("Ranks that compute: measured 2000-01-01, fewer and shorter runs", page)
        self.assertIn("| a | by hand | 90 % | not measured |", report.page("", {"X": sleeping}, "images"))

    def test_efficiency_of_ranks_that_compute_is_relative_to_their_speed_alone(self):
        summary = {"evolution_seconds": 20, "iterations": 5, "compute_seconds": 20, "efficiency": 1,
                   "links": [{"name": "a-b", "exchanges": 4}]}
        self.assertAlmostEqual(Figures(summary).efficiency, 1)
        self.assertAlmostEqual(Figures(summary, 2).efficiency, 0.5)


class ShortRuns(unittest.TestCase):
    """Series of plots hold the figures without rounding."""

    def series(self, measure, latencies=None):
        part = measure(Bench(jobs=3, repeats=1, quick=True, latencies=latencies))
        return {label: dict(points) for label, points in part.plots[0].series.items()}

    def orders_of_efficiencies(self, lines):
        """Pairs of which the first must be the greater one."""
        falls = [(lines[way][near], lines[way][far]) for way in latency.WAYS for near, far in ((0, 75), (75, 150))]
        return [*falls, (lines["links, 3 pieces"][75], lines["naive, 3 pieces"][75])]

    def test_efficiency_falls_with_latency(self):
        """Other work on the computer can only lower an efficiency, once by 0.2 in a run of a second: of up to four runs of each
        the best one counts."""
        best = {}
        for _ in range(4):
            for way, line in self.series(latency.measure).items():
                for at, efficiency in line.items():
                    best.setdefault(way, {})[at] = max(efficiency, best.get(way, {}).get(at, 0))
            orders = self.orders_of_efficiencies(best)
            if all(more > less for more, less in orders):
                break
        for more, less in orders:
            self.assertGreater(more, less)

    def test_ranks_that_work_run_without_a_network_for_comparison(self):
        config = merged(latency.CONFIG, {"machine": machine([1, 1], 20), "time.stop.iterations": 8})
        bench = Bench(jobs=1, repeats=1, quick=True, computing_by="work")
        bench.pad(config, 0.02)
        self.assertEqual(config["emulated_compute"]["by"], "work")
        figures = bench.run_all({"": config})[""]
        self.assertGreaterEqual(figures.ideal_step, 0.019)
        self.assertGreater(figures.step, 0.019)

    def test_messages_that_nobody_hides_are_waited_for(self):
        self.assertGreater(self.series(messages.measure, [30])["1 block, no overlap"][30], 30)


class HiddenLatency(unittest.TestCase):
    def test_blocks_hide_latency(self):
        """Steps of 80 ms and a link of 120 ms: on a busy machine each of the 8 sleeps of a step ends some ms late. Ranks are
        processes."""
        bench = Bench(jobs=1, repeats=1, quick=True)
        bench.threads = False
        config = merged(messages.CONFIG, {"machine": machine(messages.SITES, 120), "time.stop.iterations": 10})
        bench.pad(config, 0.08)
        ways = ("8 blocks", "1 block, no overlap")
        runs = bench.run_all({way: merged(config, messages.WAYS[way]) for way in ways})
        self.assertLess(runs["8 blocks"].elapsed, runs["1 block, no overlap"].elapsed)


if __name__ == "__main__":
    unittest.main()
