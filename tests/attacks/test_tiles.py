#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tiles are chosen by the run itself or by hand, told, and change no bit, restarts in other tiles included."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

CONFIG = {"title": "Tiles", "thorns": ["WaveMoL"], "grid": {"points": [45, 47, 49], "boundary": ["periodic", "neumann", "periodic"]},
          "time": {"stop": {"iterations": 23}, "integrator": "rk4", "courant": 0.2}, "WaveMoL": {"width": 0.3, "order": 4},
          "health": {"every": 10}}
BY_HAND = {"steps": 2, "rows": 7}


class Tiles(unittest.TestCase):
    def run_it(self, folder, name, driver, *more, ranks=1, **changes):
        cardon_run.write_parfile(folder / f"{name}.yaml", {**CONFIG, **changes, "driver": driver})
        result = many_runs.call(["run", f"{name}.yaml", "--out", name, *more], ranks=ranks, cwd=folder, timeout=200)
        self.assertEqual(result.code, 0, result.report())
        return result.out, cardon_run.RunFolder(folder / name)

    def test_chosen_or_by_hand_told_and_the_same_bits(self):
        with cardon_run.folder() as folder:
            never_text, never = self.run_it(folder, "never", {"tiles": "never"})
            self.assertNotIn("tiles", never.summary)
            self.assertNotIn("tiles:", never_text)
            text, run = self.run_it(folder, "by-hand", {"tiles": BY_HAND})
            self.assertEqual(run.checksums, never.checksums)
            tiles = run.summary["tiles"]
            # In each step: 16 tasks of the integrator's stages and a boundary after each of 8 combinations.
            self.assertEqual([tiles[key] for key in ("used", "steps", "tasks", "rows")], [True, 2, 48, 7])
            self.assertIn("tiles: 48 tasks in 2 steps, 7 rows", text)
            text, chosen = self.run_it(folder, "auto", {})
            self.assertEqual(chosen.checksums, never.checksums)
            self.assertGreater(chosen.summary["tiles"]["gain"], 0)
            self.assertIn(self.line_of(chosen.summary["tiles"]), text)

    def line_of(self, tiles):
        """What the closing table must say of the gain."""
        gain = f"{tiles['gain']:.2f} times as fast"
        return f"{gain} as plain sweeps)" if tiles["used"] else f"tiles: none (in tiles {gain})"

    def test_blocks_in_the_second_level_cache_are_not_tiled(self):
        with cardon_run.folder() as folder:
            text, run = self.run_it(folder, "small", {}, grid={**CONFIG["grid"], "points": [12, 11, 10]})
            self.assertNotIn("tiles", run.summary)
            self.assertNotIn("tiles:", text)

    def test_on_several_ranks_segments_end_at_exchanges(self):
        with cardon_run.folder() as folder:
            _, never = self.run_it(folder, "never", {"tiles": "never"})
            _, run = self.run_it(folder, "two", {"tiles": BY_HAND, "ghost_zones": 8, "topology": [1, 1, 2]}, ranks=2)
            self.assertEqual(run.checksums, never.checksums)
            # 4 layers for a step; the last segment of this run has one, which is not the usual length.
            self.assertEqual([run.summary["tiles"][key] for key in ("used", "steps", "tasks")], [True, 2, 48])

    def test_tiles_that_hide_latency_pay(self):
        """A step takes 20 ms of sleep and 50 ms of latency, and 3 layers are sent: in plain sweeps 90 ms for 3 steps, else 60."""
        sites = [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]
        config = {"title": "Latency", "thorns": ["WaveToy", "GridDriver"],
                  "grid": {"points": [64, 64, 144], "boundary": ["periodic", "periodic", "neumann"]}, "WaveToy": {"width": 0.2},
                  "time": {"stop": {"iterations": 60}, "courant": 0.5}, "health": {"every": 0},
                  "machine": {"sites": sites, "links": [{"between": ["a", "b"], "latency": "50 ms", "bandwidth": "100 MB/s"}],
                              "axis": "z", "emulate": True}, "emulated_compute": {"per_point": "68 ns", "by": "sleep"}}
        driver = {"ghost_zones": 3, "compression": "none", "overlap": "always", "decomposition": "fixed", "calibration": "never"}
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "latency.yaml", {**config, "driver": driver})
            result = many_runs.call(["run", "latency.yaml", "--out", "latency"], ranks=2, cwd=folder, timeout=200)
            self.assertEqual(result.code, 0, result.report())
            tiles = cardon_run.RunFolder(folder / "latency").summary["tiles"]
            self.assertEqual([tiles[key] for key in ("used", "steps", "tasks")], [True, 3, 6])
            # Computing alone gains nothing where all is asleep.
            self.assertGreater(tiles["gain"], 1.25)

    def test_in_the_grid_driver(self):
        thorns, sites = {"thorns": ["WaveMoL", "GridDriver"]}, {"machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]}}
        with cardon_run.folder() as folder:
            never_text, never = self.run_it(folder, "never", {"tiles": "never"}, **thorns)
            self.assertNotIn("tiles", never.summary)
            self.assertNotIn("tiles:", never_text)
            text, run = self.run_it(folder, "by-hand", {"tiles": BY_HAND}, **thorns)
            self.assertEqual(run.checksums, never.checksums)
            self.assertEqual([run.summary["tiles"][key] for key in ("used", "steps", "tasks", "rows")], [True, 2, 48, 7])
            self.assertIn("tiles: 48 tasks in 2 steps, 7 rows", text)
            _, chosen = self.run_it(folder, "auto", {}, **thorns)
            self.assertEqual(chosen.checksums, never.checksums)
            self.assertGreater(chosen.summary["tiles"]["gain"], 0)
            # Between two sites a segment ends at each exchange, whatever the number of steps.
            driver = {"tiles": {"steps": 5, "rows": 6}, "ghost_zones": "every 1 step"}
            _, two = self.run_it(folder, "two", driver, ranks=2, **thorns, **sites)
            self.assertEqual(two.checksums, never.checksums)
            self.assertEqual([two.summary["tiles"][key] for key in ("used", "steps", "tasks")], [True, 1, 24])
            # Several blocks exchange in every second stage; a stage has two tasks, their combinations and the boundaries.
            _, blocks = self.run_it(folder, "blocks", {**driver, "blocks_per_rank": 4}, ranks=2, **thorns, **sites)
            self.assertEqual(blocks.checksums, never.checksums)
            self.assertEqual([blocks.summary["tiles"][key] for key in ("used", "steps", "tasks")], [True, 1, 12])

    def test_check_tells_the_segment_and_its_working_set(self):
        def lines(folder, driver, **changes):
            cardon_run.write_parfile(folder / "case.yaml", {**CONFIG, **changes, "driver": driver})
            result = many_runs.call(["check", "case.yaml"], cwd=folder)
            self.assertEqual(result.code, 0, result.report())
            text = result.out.split("Tiles\n-----\n")
            return [line.strip() for line in text[1].split("\n\n")[0].splitlines()] if len(text) > 1 else []
        thorns, sites = ["WaveMoL", "GridDriver"], {"sites": [{"name": name, "ranks": 1} for name in "ab"]}
        with cardon_run.folder() as folder:
            for names in (["WaveMoL"], thorns):
                self.assertEqual(lines(folder, {"tiles": "never"}, thorns=names), [])
                (by_hand,) = lines(folder, {"tiles": BY_HAND}, thorns=names)
                self.assertRegex(by_hand, r"^48 tasks in 2 steps, 8 arrays, lag of 30 planes: 7 rows, working set [\d.]+ [kM]B$")
                self.assertRegex(lines(folder, {}, thorns=names)[-1], "auto")
            (two,) = lines(folder, {"tiles": {"rows": 5}, "ghost_zones": "every 1 step"}, thorns=thorns, machine=sites)
            self.assertRegex(two, r"^24 tasks in 1 step, 8 arrays, lag of \d+ planes: 5 rows, working set")

    def test_a_restart_in_other_tiles(self):
        with cardon_run.folder() as folder:
            _, whole = self.run_it(folder, "whole", {"tiles": "never"})
            self.run_it(folder, "first", {"tiles": BY_HAND}, time={**CONFIG["time"], "stop": {"iterations": 11}},
                        checkpoint={"every": 11})
            self.run_it(folder, "second", {"tiles": {"steps": 5, "rows": 3, "planes": 2}}, "--restart", "first")
            self.assertEqual(cardon_run.RunFolder(folder / "second").checksums, whole.checksums)

    def test_errors(self):
        with cardon_run.folder() as folder:
            for tiles, slug in (("large", "driver/tiles"), ([8, 32], "driver/tiles"), ({"steps": 0}, "parameter/out-of-range"),
                                ({"row": 8}, "parameter/unknown")):
                cardon_run.write_parfile(folder / "case.yaml", {**CONFIG, "driver": {"tiles": tiles}})
                result = many_runs.call(["check", "case.yaml"], cwd=folder)
                self.assertEqual(result.code, 2, result.report())
                self.assertIn(f"[{slug}]", result.err)


if __name__ == "__main__":
    unittest.main()
