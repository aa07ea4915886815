#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What predict and simulate say, and that a run agrees."""
import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

STEP = 0.05                # seconds of computing per step
POINTS = [16, 16, 64]
CONFIG = {"title": "Two sites", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": POINTS, "domain": [[0, 1], [0, 1], [0, 4]], "boundary": ["periodic", "periodic", "neumann"]},
          "time": {"stop": {"iterations": 24}, "courant": 0.5}, "health": {"every": 0},
          "WaveToy": {"width": 0.3, "centre": [0.5, 0.5, 2.0]},
          "driver": {"calibration": "never"}, "emulated_compute": {"per_point": f"{STEP / (16 * 16 * 32):.6e} s"}}
PLAIN = {k: v for k, v in CONFIG.items() if k not in ("driver", "emulated_compute")}


def machine(latency="40 ms", bandwidth="10 MB/s", ranks=1):
    return {"sites": [{"name": "a", "ranks": ranks}, {"name": "b", "ranks": ranks}], "axis": "z", "emulate": True,
            "links": [{"between": ["a", "b"], "latency": latency, "bandwidth": bandwidth}]}


class PredictTest(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, verb, config, *arguments, code=0, ranks=1):
        cardon_run.write_parfile(self.folder / "case.yaml", config)
        result = many_runs.call([verb, "case.yaml", *arguments], cwd=self.folder, ranks=ranks, over_mpi="out-4" in arguments)
        self.assertEqual(result.code, code, result.report())
        return result

    def predict(self, config, *arguments):
        return json.loads(self.call("predict", config, "--json", *arguments).out)

    def test_says_what_it_knows_and_what_is_best(self):
        out = self.call("predict", dict(CONFIG, machine=machine("100 ms"))).out
        for text in ("as emulated_compute.per_point says", "link a-b: latency 100 ms, 10 MB/s", "as set", "best", "change "):
            self.assertIn(text, out)

    def test_latency_is_waited_for_without_overlap(self):
        driver = dict(CONFIG["driver"], overlap="never", ghost_zones=1, compression="none", blocks_per_rank=1,
                      decomposition="fixed")
        found = self.predict(dict(CONFIG, machine=machine(bandwidth="1 GB/s"), driver=driver))
        self.assertAlmostEqual(found["as_set"]["seconds_per_step"], STEP + 0.040, delta=0.002)
        self.assertEqual(found["best"], found["as_set"])
        self.assertGreater(found["as_set"]["bytes_per_rank"], 16 * 16 * 32 * 8 * 2)

    def test_the_best_is_better(self):
        found = self.predict(dict(CONFIG, machine=machine("100 ms")))
        self.assertLess(found["best"]["seconds_per_step"], found["as_set"]["seconds_per_step"])
        self.assertGreater(found["best"]["efficiency"], 0.9)

    def test_a_run_takes_what_was_predicted(self):
        for driver in ({"ghost_zones": 4, "overlap": "never", "blocks_per_rank": 1},
                       {"ghost_zones": 1, "overlap": "always", "blocks_per_rank": 4}):
            config = dict(CONFIG, machine=machine("100 ms"),
                          driver=dict(CONFIG["driver"], compression="none", decomposition="fixed", **driver))
            expected = self.predict(config)["as_set"]["seconds_per_step"]
            # Other programs may keep the cores busy, but not always: the fastest of three runs counts, if the first is slow.
            steps = []
            while not steps or (len(steps) < 3 and min(steps) >= 1.3 * expected):
                steps.append(self.seconds_per_step(config, f"out-{driver['ghost_zones']}-{len(steps)}"))
            self.assertGreater(min(steps), 0.85 * expected)
            self.assertLess(min(steps), 1.3 * expected)

    def seconds_per_step(self, config, out):
        self.call("run", config, "--out", out, "--quiet", cardon_run.NO_CHECKPOINT, ranks=2)
        summary = cardon_run.RunFolder(self.folder / out).summary
        # The steps before the first exchange wait for nobody.
        exchanges = next(link["exchanges"] for link in summary["links"] if link["name"] == "a-b")
        free = 1 / (exchanges + 1)
        return (summary["evolution_seconds"] - summary["compute_seconds"] * free) / (24 * (1 - free))

    def test_speed_is_measured_or_given(self):
        config = dict(PLAIN, machine=machine(), driver={"calibration": "never"})
        self.assertRegex(self.call("predict", config).out,
                         r"measured on this computer with the tasks of the application, median of \d+ samples, \+-\d")
        found = self.predict(config, "--speed", "1e6")
        self.assertAlmostEqual(found["as_set"]["compute_seconds"], 16 * 16 * 31 / 1e6, delta=3e-4)
        for wrong in ("0", "nan", "fast"):
            self.assertIn(f"{wrong} is not a finite number above 0", self.call("simulate", config, "--speed", wrong, code=2).err)

    def test_ranks_are_run_side_by_side_to_measure_the_work(self):
        config = dict(PLAIN, driver={"calibration": "never"})
        cores = len(os.sched_getaffinity(0))
        for ranks in (1, 2):
            found = self.predict(config, "--ranks", str(ranks))
            self.assertEqual(found["sampled"], {"ranks_at_once": min(ranks, cores), "threads_per_rank": 1,
                                                "points": [16, 16, 64 if ranks <= cores else 32], "blocks_per_rank": [1, 16],
                                                "ghost_layers": 1})
            self.assertGreater(found["seconds_between_tasks"], 0)
            self.assertGreater(found["copy_seconds_per_byte"], 0)
            self.assertTrue(any(f"{min(ranks, cores)} rank" in line and "at once" in line for line in found["known"]), found["known"])
        self.assertIsNone(self.predict(config, "--speed", "1e6")["sampled"])

    def test_each_rank_has_its_threads_blocks_and_links(self):
        driver = {"calibration": "never", "threads": 2, "blocks_per_rank": 16, "ghost_zones": {"a-b": 2}, "compression": "none"}
        found = self.predict(dict(PLAIN, machine=machine(), driver=driver))
        self.assertEqual(found["sampled"]["threads_per_rank"], 2)
        self.assertEqual(found["sampled"]["blocks_per_rank"], [16, 1])
        self.assertEqual(found["sampled"]["points"], [16, 16, 32])

    def test_ranks_that_are_run_have_the_ghost_layers_of_the_run(self):
        unigrid, grid = ["WaveToy"], ["WaveToy", "GridDriver"]
        two = {"machine": machine()}
        for thorns, layers, more, expected in (
                (unigrid, None, {}, 1), (unigrid, 4, {}, 4), (grid, None, {}, 1), (grid, 4, {}, 4),
                (grid, "every 6 steps", {}, 6), (grid, {"intra": 3}, {}, 3), (grid, 4, two, 1),
                (grid, {"intra": 3, "a-b": 5}, two, 3), (grid, {"a-b": 5}, two, 1)):
            config = dict(PLAIN, thorns=thorns, **more)
            if layers is not None:
                config["driver"] = {"ghost_zones": layers}
            ranks = [] if more else ["--ranks", "2"]
            with self.subTest(thorns=thorns, layers=layers, **more):
                found = self.predict(config, *ranks)
                self.assertEqual(found["sampled"]["ghost_layers"], expected)
                self.assertTrue(any(line.startswith(f"ghost zones: {expected} layer") for line in found["known"]), found["known"])
                if not more:       # one exchange in as many steps as there are layers, between which layers are computed twice
                    self.assertEqual(found["as_set"]["redundant_seconds"] > 1e-12, expected > 1)   # 1e-21: rounding
                    given = self.predict(config, "--speed", "1e6", *ranks)["as_set"]
                    self.assertEqual(given["redundant_seconds"] > 1e-12, expected > 1)

    def test_ranks_that_are_run_search_for_ghost_layers_as_the_run_does(self):
        grid = dict(PLAIN["grid"], points=[96, 96, 128])  # beyond the second-level cache
        config = dict(PLAIN, grid=grid, time={"courant": 0.3, "stop": {"iterations": 2000}}, driver={"calibration": "never"})
        for more, ranks, searched in (({}, ["--ranks", "2"], True), ({"machine": machine()}, [], False)):
            known = self.predict(dict(config, **more), *ranks)["known"]
            told = [line for line in known if line.startswith("ghost zones: ")]
            self.assertEqual("faster" in told[0] or "times as fast" in told[0], searched, told)

    def test_boundaries_belong_to_what_is_measured(self):
        grid = dict(CONFIG["grid"], boundary="radiative")
        for thorns in (["WaveToy", "GridDriver"], ["WaveToy"]):
            found = self.predict(dict(PLAIN, thorns=thorns, grid=grid), "--ranks", "2")
            self.assertGreater(found["as_set"]["compute_seconds"], 0)

    def test_a_machine_file_takes_the_place_of_the_section(self):
        (self.folder / "fast.yaml").write_text(json.dumps(machine("1 ms", ranks=2)))
        found = self.predict(dict(CONFIG, machine=machine()), "--machine", "fast")
        self.assertEqual(found["ranks"], 4)
        self.assertIn("link a-b: latency 1 ms, 10 MB/s", found["known"])

    def test_codecs_are_tried_on_the_data_or_assumed(self):
        driver = dict(CONFIG["driver"], compression=["extrapolate", "zlib-1"])
        out = self.call("predict", dict(CONFIG, machine=machine(), driver=driver)).out
        self.assertIn("codecs on link a-b", out)
        assumed = dict(CONFIG, machine=machine(), driver=driver, predict={"ratio": 4, "encode": "1 GB/s"})
        self.assertIn("codecs: ratio 4, 1000 MB/s to compress", self.call("predict", assumed).out)

    def test_what_is_missing(self):
        bare = machine()
        bare["links"] = [{"between": ["a", "b"]}]
        bare["emulate"] = False
        self.assertIn("predict/no-figures", self.call("predict", dict(CONFIG, machine=bare), code=2).err)
        wrong = dict(CONFIG, machine=machine(), predict={"site_speeds": {"c": 2}})
        self.assertIn("predict/site", self.call("predict", wrong, code=2).err)

    def test_one_site_needs_no_machine(self):
        found = self.predict(PLAIN, "--ranks", "4", "--speed", "1e6")
        self.assertAlmostEqual(found["as_set"]["seconds_per_step"], 16 * 16 * 16 / 1e6, delta=3e-4)

    def test_a_driver_without_parameters_will_do(self):
        config = dict(PLAIN, thorns=["WaveToy"])
        found = self.predict(config, "--speed", "1e6")
        self.assertAlmostEqual(found["as_set"]["seconds_per_step"], 16 * 16 * 64 / 1e6, delta=1e-3)
        self.call("simulate", config, "--speed", "1e6")

    def test_simulate_runs_the_tuner_in_virtual_time(self):
        config = dict(CONFIG, machine=machine(ranks=4), time={"stop": {"iterations": 300}, "courant": 0.5},
                      grid=dict(CONFIG["grid"], points=[16, 16, 128]))
        found = json.loads(self.call("simulate", config, "--json").out)
        windows = found["windows"]
        self.assertEqual(windows[0]["first"], 0)
        self.assertEqual(windows[-1]["last"], 300)
        self.assertLess(windows[-1]["seconds_per_step"], windows[0]["seconds_per_step"])
        self.assertEqual(json.loads(self.call("simulate", config, "--json", "--tuner", "none").out)["windows"], [])

    def test_simulate_starts_from_an_earlier_run(self):
        settings = {"links": {"a-b": {"depth": 3, "codecs": {"a to b": [], "b to a": []}}}, "overlap": False,
                    "blocks_per_rank": 2}
        config = dict(CONFIG, machine=machine(), tuning={"start": "tuning.json"})
        (self.folder / "tuning.json").write_text(json.dumps({"settings": settings}))
        found = json.loads(self.call("simulate", config, "--json").out)
        for start in (found["as_set"], found["windows"][0]):
            self.assertEqual((start["settings"]["links"]["a-b"]["depth"], start["settings"]["overlap"],
                              start["settings"]["blocks_per_rank"]), (3, False, 2))
        fixed = dict(config, driver=dict(CONFIG["driver"], ghost_zones=1))
        found = json.loads(self.call("simulate", fixed, "--json").out)
        self.assertEqual(found["as_set"]["settings"]["links"]["a-b"]["depth"], 1)
        found = json.loads(self.call("simulate", config, "--json", "--tuner", "none").out)
        self.assertTrue(found["as_set"]["settings"]["overlap"])
        for wrong in ({"blocks_per_rank": 10000}, {"blocks_per_rank": 0}, {"links": {}}):
            (self.folder / "tuning.json").write_text(json.dumps({"settings": {**settings, **wrong}}))
            self.assertIn("[tuning/start]", self.call("simulate", config, code=2).err)


if __name__ == "__main__":
    unittest.main()
