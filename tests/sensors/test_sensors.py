#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Latency and bandwidth of emulated links, as a run that tunes itself finds them in its own messages."""
import statistics
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

FRAMING = 0.958  # of a link's bytes are those of messages: TCP, IP, envelopes


def windows(latency, bandwidth, overlap, threads, changes=None, steps=100):
    """Rows of tuning.tsv by column. Only the cut of the grid is left to the tuner."""
    config = {"title": "Sensors", "thorns": ["WaveToy", "GridDriver"],
              "grid": {"points": [64, 64, 96], "boundary": "periodic"}, "WaveToy": {"width": 0.3},
              "time": {"stop": {"iterations": steps}},
              "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}],
                          "links": [{"between": ["a", "b"], "latency": latency, "bandwidth": bandwidth}],
                          "emulate": {"changes": changes} if changes else True},
              "driver": {"calibration": "never", "ghost_zones": 4, "overlap": overlap,
                         "compression": "none", "blocks_per_rank": 2},
              "emulated_compute": {"per_point": "80 ns"},
              "tuning": {"window": 20}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file.name, "--out", "out", cardon_run.NO_CHECKPOINT], ranks=2, cwd=folder, threads=threads)
        assert result.code == 0, result.report()
        lines = [line.split("\t") for line in (folder / "out/tuning.tsv").read_text().splitlines()]
    return {name: [float(row[n]) for row in lines[1:]] for n, name in enumerate(lines[0])}


class Sensors(unittest.TestCase):
    """Ranks sleep while they compute and wait, so that three runs at a time have the cores they need. Ranks of the slow link
    are processes, those of the other runs threads."""

    @classmethod
    def setUpClass(cls):
        with ThreadPoolExecutor(3) as pool:     # processes poll: they come last
            cls.changed = pool.submit(windows, "20 ms", "10 MB/s", "always", True,
                                      [{"after": "2 s", "link": "a-b", "latency": "80 ms"}], 140)
            cls.rows = {(link, overlap): pool.submit(windows, *words, overlap, threads)
                        for link, words, threads in (("fast", ("10 ms", "10 MB/s"), True), ("slow", ("37 ms", "3 MB/s"), False))
                        for overlap in ("always", "never")}

    def check(self, link, seconds, rate):
        for overlap in ("always", "never"):
            rows = self.rows[link, overlap].result()
            self.assertGreater(len(rows["latency:a-b"]), 1)
            with self.subTest(overlap=overlap, latency=rows["latency:a-b"], bandwidth=rows["bandwidth:a-b"]):
                self.assertAlmostEqual(statistics.median(rows["latency:a-b"]), seconds, delta=0.05 * seconds)
                self.assertAlmostEqual(statistics.median(rows["bandwidth:a-b"]), FRAMING * rate, delta=0.15 * rate)

    def test_slow_link_is_known(self):
        self.check("slow", 37e-3, 3e6)

    def test_fast_link_is_known(self):
        self.check("fast", 10e-3, 10e6)

    def test_change_is_seen_in_the_next_window(self):
        latency = self.changed.result()["latency:a-b"]
        self.assertAlmostEqual(latency[0], 20e-3, delta=2e-3)
        self.assertAlmostEqual(latency[-1], 80e-3, delta=4e-3)
        between = [value for value in latency if 22e-3 < value < 76e-3]
        self.assertLessEqual(len(between), 1, latency)


class Boundaries(unittest.TestCase):
    def test_only_points_that_tasks_compute_take_emulated_time(self):
        for tiles in ("never", {"steps": 2, "rows": 8}):
            config = {"thorns": ["Diffusion", "GridDriver"], "grid": {"points": [24, 24, 24], "boundary": "neumann"},
                      "time": {"stop": {"iterations": 20}}, "driver": {"tiles": tiles, "calibration": "never"},
                      "emulated_compute": {"per_point": "1 us"}}
            with cardon_run.folder() as folder:
                file = cardon_run.write_parfile(folder / "case.yaml", config)
                result = cardon_run.call(["run", file.name, "--out", "out", "--quiet", cardon_run.NO_CHECKPOINT], cwd=folder)
                self.assertEqual(result.code, 0, result.report())
                rows = [line.split("\t") for line in (folder / "out/performance.tsv").read_text().splitlines()]
            seconds = {row[0]: float(row[4]) for row in rows[1:] if len(row) == 7 and "Diffusion" in row[0]}
            computed = sum(value for name, value in seconds.items() if name.startswith("Diffusion::evolve"))
            filled = sum(value for name, value in seconds.items() if name.startswith("boundary"))
            self.assertGreater(computed, 20 * 22**3 * 1e-6 * 0.99, "points of faces are left to the boundary")
            self.assertLess(filled, 0.2 * computed, f"tiles: {tiles}, {seconds}")


if __name__ == "__main__":
    unittest.main()
