#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that was steered can be repeated from its record, bit by bit, on any number of ranks, and continued after a restart."""
import json
import unittest
from concurrent.futures import ThreadPoolExecutor

from steered_run import REACTION, THORN_PATH, SteeredRun, iteration_of, results, run
import cardon_run
import many_runs


def steered(folder, name, ranks, threads):
    """Steers a run in all ways that change its results, and returns its folder."""
    with SteeredRun(folder, name, REACTION, ranks, threads) as going:
        first = going.steer("GrayScott.feed=0.03", "output.scalars.every=1")
        assert "GrayScott::feed = 0.03 (was 0.037)" in first and "output.scalars.every = 1 (was 50)" in first, first
        going.steer("--pause")
        second = going.steer("GrayScott::kill=0.055", "output.slices.every=50", "output.slices.range=[0, 0.5]", "health.every=10")
        assert iteration_of(second) > iteration_of(first)
        going.hurry()
        going.steer("--step=20")
        # A request that came in the middle of the steps would be answered there.
        going.wait_for(lambda: going.rows()[-1] == iteration_of(second) + 20)
        third = going.steer("GrayScott.feed=0.032")
        assert iteration_of(third) == iteration_of(second) + 20
        last = iteration_of(third) + 200
        going.steer(f"time.stop.iterations={last}")
        going.steer("--continue")
        assert going.wait() == 0, going.screen.read_text()
        assert cardon_run.RunFolder(going.out).summary["iterations"] == last
        at = iteration_of(first)
        assert [n for n in going.rows() if n <= at] == list(range(0, at + 1, 50))
        assert [n for n in going.rows() if n > at] == list(range(at + 1, last + 1))
        return going.out


class Replays(unittest.TestCase):
    """Each class below is a test of its own: most of its time is waiting."""

    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())


class Bits(Replays):
    def test_replays_have_the_same_bits(self):
        kinds = ((1, True), (2, False), (3, True))
        with ThreadPoolExecutor() as pool:
            originals = [pool.submit(steered, self.folder, f"run{n}", *kind) for n, kind in enumerate(kinds)]
        for number, (ranks, threads) in enumerate(kinds):
            original = originals[number].result()
            others = [(1, True), (2, True), (3, False)] if number == 0 else [(1 + ranks % 3, True)]
            for n, (other, kind) in enumerate(others):
                again = run(self.folder, f"run{number}-{n}", REACTION, other, kind, [f"steering.replay={original}/steering.jsonl"])
                self.assertEqual(results(again), results(original), (ranks, other))
                pauses = ('"pause"', '"step"', '"continue"')
                kept = [line for line in (original / "steering.jsonl").read_text().splitlines() if not any(p in line for p in pauses)]
                self.assertEqual((again / "steering.jsonl").read_text().splitlines(), kept)
            steering = json.loads((original / "provenance.json").read_text())["steering"]
            self.assertEqual(steering, [json.loads(line) for line in (original / "steering.jsonl").read_text().splitlines()])
        plain = run(self.folder, "plain", REACTION, words=[f"time.stop.iterations={results(again)[1]}"])
        self.assertNotEqual(results(plain)[0], results(again)[0], "steering had no effect")


class Restarts(Replays):
    def test_a_restart_keeps_what_was_steered(self):
        with SteeredRun(self.folder, "first", REACTION, 2) as going:
            going.steer("GrayScott.feed=0.03")
            going.steer("output.slices.range=[0, 0.5]")
            stopped = iteration_of(going.steer("--stop"))
            self.assertEqual(going.wait(), 75, going.screen.read_text())
            record = going.out / "steering.jsonl"
        end = [f"time.stop.iterations={stopped + 100}"]
        once = run(self.folder, "first-2", {**REACTION, "title": "Steered reaction"}, 1, words=[*end, "--restart", "first"])
        parameters = json.loads((once / "provenance.json").read_text())["parameters"]
        self.assertEqual(parameters["GrayScott::feed"]["value"], "0.03")
        self.assertEqual(parameters["output.slices.range"]["value"], "[0, 0.5]")
        twice = run(self.folder, "first-3", REACTION, 3, words=[f"time.stop.iterations={stopped + 200}", "--restart", "first-2"])
        # The same without a stop: the last entry of the record is left out.
        short = self.folder / "short.jsonl"
        short.write_text("".join(line + "\n" for line in record.read_text().splitlines()[:-1]))
        whole = run(self.folder, "whole", REACTION, 1, words=[f"time.stop.iterations={stopped + 200}", f"steering.replay={short}"])
        self.assertEqual(results(whole)[:3], results(twice)[:3])
        # A replay that is divided at the iteration of an entry.
        for iteration in {json.loads(line)["iteration"] for line in short.read_text().splitlines()}:
            parts = [run(self.folder, f"until-{iteration}", REACTION, 2, words=[f"time.stop.iterations={iteration}", f"steering.replay={short}"]),
                     run(self.folder, f"from-{iteration}", REACTION, 1, words=[f"time.stop.iterations={stopped + 200}", f"steering.replay={short}",
                                                                               "--restart", f"until-{iteration}"])]
            self.assertEqual(results(whole)[:2], results(parts[1])[:2])
            records = [part / "steering.jsonl" for part in parts]
            self.assertEqual("".join(record.read_text() for record in records if record.exists()), short.read_text())
        # The record with the stop ends where the run did.
        again = run(self.folder, "again", REACTION, 3, words=[f"steering.replay={record}"], code=75)
        self.assertEqual(results(again)[:2], results(self.folder / "first")[:2])
        # A file that was changed since, or the command line, wins over what was steered.
        for name, config, words in (("file", {**REACTION, "GrayScott": {"feed": 0.031}}, []), ("line", REACTION, ["GrayScott.feed=0.031"])):
            other = run(self.folder, name, config, words=[*end, *words, "--restart", "first"])
            self.assertEqual(json.loads((other / "provenance.json").read_text())["parameters"]["GrayScott::feed"]["value"], "0.031")

    def test_records_that_are_none(self):
        for text in ("{", "[]", '{"iteration": 3}', '{"iteration": "x", "do": "stop"}', '{"iteration": 9, "set": ["health.every=1"]}\n'
                     '{"iteration": 8, "do": "stop"}', '{"iteration": 8, "do": "fly"}'):
            (self.folder / "bad.jsonl").write_text(text + "\n")
            result = many_runs.call(["run", cardon_run.write_parfile(self.folder / "a.yaml", REACTION), *THORN_PATH, "steering.replay=bad.jsonl"],
                                    cwd=self.folder)
            self.assertEqual((result.code, "[steering/replay]" in result.err), (2, True), result.report())
        result = cardon_run.call(["run", self.folder / "a.yaml", *THORN_PATH, "steering.replay=none.jsonl"], ranks=2, threads=True, cwd=self.folder)
        self.assertEqual((result.code, "there is no such file" in result.err), (2, True), result.report())
        (self.folder / "bad.jsonl").write_text('{"iteration": 8, "set": ["GrayScott.feed=-1"]}\n')
        result = many_runs.call(["run", self.folder / "a.yaml", *THORN_PATH, "steering.replay=bad.jsonl"], cwd=self.folder)
        self.assertEqual((result.code, "[parameter/out-of-range]" in result.err), (2, True), result.report())


if __name__ == "__main__":
    unittest.main()
