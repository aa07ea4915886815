#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""trace.steps: a trace that Perfetto reads, of every task, loop and wait of all ranks, with the bits of a run without it."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

WAVE = {
    "thorns": ["WaveToy"],
    "grid": {"points": [33, 18, 17], "domain": [[-1, 1], [-0.05, 1.65], [0, 1.6]], "boundary": "radiative"},
    "time": {"courant": 0.3, "stop": {"iterations": 40}},
    "WaveToy": {"centre": [0, 0, 0], "width": 0.3},
}
STEPS, AFTER = 5, 10


class Traces(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, name, *arguments, config=WAVE, code=0, **options):
        file = cardon_run.write_parfile(self.folder / "wave.yaml", config)
        result = cardon_run.call(["run", file, "--out", self.folder / name, *arguments], **options)
        self.assertEqual(result.code, code, result.report())
        return result

    def events(self, name, *arguments, **options):
        self.call(name, f"trace.steps={STEPS}", f"trace.after={AFTER}", *arguments, **options)
        return json.loads((self.folder / name / "trace.json").read_text())["traceEvents"]

    def spans(self, events, rank):
        return [event for event in events if event["ph"] == "X" and event["pid"] == rank]

    def check_rank(self, events, rank):
        spans = self.spans(events, rank)
        tasks = [span for span in spans if span["cat"] == "region" and span["name"].startswith("WaveToy::evolve")]
        self.assertGreaterEqual(len(tasks), STEPS, spans)
        kernels = [span for span in spans if span["cat"] == "kernel"]
        self.assertGreaterEqual(len(kernels), STEPS)
        self.assertTrue(all(kernel["name"] for kernel in kernels))
        for kernel in kernels:  # a loop runs within its task
            self.assertTrue([task for task in spans if task["cat"] == "region" and task["ts"] <= kernel["ts"] and
                             kernel["ts"] + kernel["dur"] <= task["ts"] + task["dur"] + 0.002], kernel)
        self.assertTrue(all(span["dur"] >= 0 for span in spans))
        self.assertLess(max(span["ts"] + span["dur"] for span in spans) - min(span["ts"] for span in spans), 60e6)

    def test_two_ranks_of_each_driver(self):
        self.call("plain")
        for driver in ("UnigridDriver", "GridDriver"):
            config = {**WAVE, "thorns": ["WaveToy", driver]}
            events = self.events(driver, config=config, ranks=2)
            self.assertEqual({event["pid"] for event in events}, {0, 1})
            for rank in (0, 1):
                self.check_rank(events, rank)
            if driver == "UnigridDriver":  # the other one finds something else to do, more often than not
                self.assertIn("wait for messages", {event["name"] for event in events if event["ph"] == "X"})
            self.assertEqual(cardon_run.RunFolder(self.folder / driver).checksums,
                             cardon_run.RunFolder(self.folder / "plain").checksums)

    def test_ranks_that_are_threads_have_spans_of_their_own(self):
        events = self.events("threads", ranks=2, threads=True)
        for rank in (0, 1):
            self.check_rank(events, rank)
        calls = [len([s for s in self.spans(events, rank) if s["name"].startswith("WaveToy::evolve")]) for rank in (0, 1)]
        self.assertEqual(calls[0], calls[1])

    def test_a_late_sender_is_found(self):
        """One of four ranks in a row becomes slow. Ranks that wait for its neighbours wait for it."""
        row = {**WAVE, "thorns": ["WaveToy", "GridDriver"],
               "grid": {**WAVE["grid"], "points": [133, 18, 17], "domain": [[-4, 4], [-0.05, 1.65], [0, 1.6]]}}
        self.call("plain", config=row, ranks=4, threads=True)
        for slow in (1, 3):
            self.events(f"slow-{slow}", "emulated_compute.per_point=1 us",
                        f"emulated_compute.changes=[{{after: 5, rank: {slow}, speed: 0.2}}]",
                        "tuning.tuner=none", config=row, ranks=4, threads=True)
            run = self.folder / f"slow-{slow}"
            rows = [line.split("\t") for line in (run / "late_senders.tsv").read_text().splitlines()]
            self.assertEqual(rows[0], ["rank", "doing", "waited_seconds", "waits"])
            self.assertEqual(rows[1][0], str(slow), rows)
            self.assertIn("WaveToy::evolve", rows[1][1])
            waited = sum(float(row[2]) for row in rows[1:])
            self.assertGreater(float(rows[1][2]), 0.5 * waited, rows)
            self.assertEqual(cardon_run.RunFolder(run).checksums, cardon_run.RunFolder(self.folder / "plain").checksums)

    def test_only_the_steps_that_were_asked_for(self):
        few, more = (len(self.spans(self.events(name, f"trace.steps={steps}"), 0)) for name, steps in (("a", 2), ("b", 20)))
        self.assertEqual(10 * few, more)

    def test_none_is_written_unless_asked_for(self):
        self.call("plain")
        self.assertFalse((self.folder / "plain/trace.json").exists())

    def test_a_restart_records_the_steps_that_follow(self):
        self.call("first", "checkpoint.every=20", "time.stop.iterations=20")
        events = self.events("second", "--restart", self.folder / "first")
        self.check_rank(events, 0)


if __name__ == "__main__":
    unittest.main()
