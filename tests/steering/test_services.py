#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tuners, wall times and searches are steered, and results keep their bits."""
import time
import unittest

from steered_run import REACTION, SteeredRun, iteration_of, results, run
import cardon_run

TUNED = {
    "title": "Steered and tuned", "thorns": ["GrayScott", "GridDriver", "Leisure"],
    "grid": {"points": [128, 128], "domain": [[0, 2.5], [0, 2.5]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 100000000}, "step": 0.9},
    "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}],
                "links": [{"between": ["a", "b"], "latency": "1 ms", "bandwidth": "50 MB/s"}], "emulate": True},
    "driver": {"calibration": "never"}, "tuning": {"window": 10},
    "output": {"scalars": {"every": 20, "fields": ["u", "v"]}},
}


def windows(out):
    """Tuning windows so far, and the last step of the last one."""
    file = out / "tuning.tsv"
    rows = [line for line in (file.read_text() if file.exists() else "").splitlines() if line[:1].isdigit()]
    return len(rows), int(rows[-1].split("\t")[0]) if rows else 0


class Services(unittest.TestCase):
    """Each class below is a test of its own: most of its time is waiting."""

    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def end(self, going, further=100):
        last = iteration_of(going.steer("--pause")) + further
        going.steer(f"time.stop.iterations={last}")
        going.steer("--continue")
        self.assertEqual(going.wait(), 0, going.screen.read_text())
        return last


class Tuners(Services):
    def test_tuners_begin_end_and_follow_each_other(self):
        with SteeredRun(self.folder, "tuned", {**TUNED, "tuning": {"tuner": "none", "window": 10}}, 2, threads=False,
                         rest_ms=3) as going:
            self.assertEqual(windows(going.out)[0], 0)
            going.steer("tuning.tuner=model")
            going.wait_for(lambda: windows(going.out)[0] > 2)
            going.steer("tuning.tuner=paper", "tuning.paper.average=30", "tuning.max_depth=3", "tuning.budget=0.1",
                        "tuning.codecs=[[shuffle, lz4]]")
            before = windows(going.out)[0]
            going.wait_for(lambda: windows(going.out)[0] > before + 2)
            going.steer("--replan")
            before = windows(going.out)[0]
            going.wait_for(lambda: windows(going.out)[0] > before + 2)
            going.steer("--pause")               # which is answered sooner
            for word, slug in (("tuning.tuner=nobody", "registry/no-such-service"), ("tuning.budget=2", "parameter/out-of-range"),
                               ("tuning.codecs=[[zfp-0.1]]", "tuning/lossy"), ("tuning.start=elsewhere", "steering/fixed")):
                self.assertIn(f"[{slug}]", going.steer(word, code=2), word)
            going.steer("--continue")
            ended = iteration_of(going.steer("tuning.tuner=none"))
            self.assertLessEqual(windows(going.out)[1], ended)
            going.steer("--replan")
            last = self.end(going)
        self.assertLessEqual(windows(going.out)[1], ended, "the tuner went on")
        summary = cardon_run.RunFolder(going.out).summary["tuning"]
        self.assertEqual(summary["windows"], windows(going.out)[0])
        plain = run(self.folder, "plain", {**TUNED, "tuning": {"tuner": "none"}}, 2, words=[f"time.stop.iterations={last}"])
        self.assertEqual(results(plain), results(going.out))
        again = run(self.folder, "again", {**TUNED, "tuning": {"tuner": "none"}}, 2,
                    words=[f"steering.replay={going.out}/steering.jsonl"])
        self.assertEqual(results(again), results(going.out))
        self.assertEqual([e.get("do") for e in going.record()].count("replan"), 2)
        self.assertIn('"replan"', (again / "steering.jsonl").read_text())


class Longer(Services):
    def test_a_run_that_is_made_longer_is_tuned_to_its_end(self):
        with SteeredRun(self.folder, "longer", {**TUNED, "time": {"stop": {"iterations": 160}, "step": 0.9}}, 2) as going:
            going.steer("--pause")
            going.steer("time.stop.iterations=400")
            going.steer("--continue")
            self.assertEqual(going.wait(), 0, going.screen.read_text())
        self.assertGreater(windows(going.out)[1], 280)


class Searches(Services):
    def test_a_run_without_settings_says_so(self):
        with SteeredRun(self.folder, "one", REACTION) as going:
            self.assertIn("[steering/tuning]", going.steer("tuning.budget=0.1", code=2))
            going.steer("--replan")
            last = self.end(going)
        plain = run(self.folder, "plain", REACTION, words=[f"time.stop.iterations={last}"])
        self.assertEqual(results(plain), results(going.out))

    def test_ghost_depths_are_searched_again(self):
        config = {**REACTION, "thorns": ["WaveToy", "GridDriver", "Leisure"], "driver": {"blocks_per_rank": 2}, "balance": {"balancer": "none"},
                  "grid": {"points": [96, 96, 96], "domain": [[0, 1]] * 3, "boundary": "periodic"},  # beyond most second-level caches
                  "time": {"stop": {"iterations": 100000000}, "courant": 0.3}, "output": {"scalars": {"every": 50, "fields": ["phi"]}}}
        with SteeredRun(self.folder, "deep", config, 2, rest_ms=4) as going:
            for _ in range(3):
                going.steer("--replan")
            last = self.end(going)
        plain = run(self.folder, "plain", {**config, "driver": {"ghost_zones": 1}}, 2, words=[f"time.stop.iterations={last}"])
        self.assertEqual(results(plain), results(going.out))

    def test_loads_are_measured_again(self):
        config = {**REACTION, "thorns": ["GrayScott", "GridDriver", "Leisure"], "driver": {"blocks_per_rank": 4}, "balance": {"balancer": "refine"}}
        with SteeredRun(self.folder, "balanced", config, 2, rest_ms=4) as going:
            for _ in range(3):
                going.steer("--replan")
            # What the ranks of this run cannot do is refused, and not recorded.
            for value in ("[2]", "[0, 1]"):
                self.assertIn("[balance/idle-ranks]", going.steer(f"balance.idle_ranks={value}", code=2))
            going.steer("balance.idle_ranks=[1]")
            self.assertIn("[balance/idle-ranks]", going.steer("balance.idle_ranks=[0, 1]", "GrayScott.feed=0.01", code=2))
            last = self.end(going)
            self.assertEqual([entry["set"][0] for entry in going.record() if "balance" in str(entry.get("set"))], ["balance.idle_ranks=[1]"])
        plain = run(self.folder, "plain", config, words=[f"time.stop.iterations={last}"])
        self.assertEqual(results(plain), results(going.out))


class Wall(Services):
    def test_wall_times(self):
        start = time.monotonic()
        with SteeredRun(self.folder, "wall", {**REACTION, "time": {**REACTION["time"], "stop": {**REACTION["time"]["stop"], "wall": 3600}}},
                        2) as going:
            going.steer("checkpoint.wall=0.5 s")
            checkpoints = going.out / "checkpoints"
            going.wait_for(lambda: len(list(checkpoints.glob("it*/manifest.json"))) > 1)
            going.steer("GrayScott.feed=0.03")
            limit = time.monotonic() - start + 3
            going.steer(f"time.stop.wall={limit}")
            self.assertEqual(going.wait(hurry=False), 75, going.screen.read_text())
        self.assertIn("time.stop.wall", cardon_run.RunFolder(going.out).summary["status"])
        entry = going.record()[-1]
        self.assertEqual((entry["do"], entry["iteration"]), ("stop", cardon_run.RunFolder(going.out).summary["iterations"]))
        self.assertIn("time.stop.wall", entry["why"])
        # The replay stops there, however long it takes: a limit that it has passed already does not count.
        record = self.folder / "record.jsonl"
        record.write_text((going.out / "steering.jsonl").read_text().replace(f"time.stop.wall={limit}", "time.stop.wall=0.01"))
        again = run(self.folder, "again", REACTION, 1, words=[f"steering.replay={record}"], code=75)
        self.assertEqual(results(again), results(going.out))
        # A restart keeps the limit; the command line overrides it.
        resumed = run(self.folder, "more", REACTION, 1, words=["--restart", "wall", "time.stop.wall=3600",
                                                              f"time.stop.iterations={entry['iteration'] + 50}"])
        self.assertEqual(cardon_run.RunFolder(resumed).summary["iterations"], entry["iteration"] + 50)


if __name__ == "__main__":
    unittest.main()
