#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sensors, rules and actuators in parameter files: they fire on all ranks alike, can be replayed, and are switched without a rebuild."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

REACTION = {
    "thorns": ["GrayScott", "GridDriver"],
    "grid": {"points": [32, 32], "domain": [[0, 2.5], [0, 2.5]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 100}, "step": 0.9},
    "output": {"scalars": {"every": 1, "fields": ["u", "v"]}},
}
# Any step is longer than 1 ns.
TUNLETS = {
    "window": 8,
    "sensors": {"step": {"at": "step", "kind": "timer"},
                "rhs": {"at": "GrayScott::rhs", "kind": "average", "of": 4, "report": False},
                "slow": {"from": "rhs", "kind": "threshold", "above": "1 ns"}},
    "actuators": {"feed": {"parameter": "GrayScott.feed"},
                  "seldom": {"kind": "map", "parameter": "output.scalars.every", "values": {1: 10}}},
    "rules": [{"sensor": "step", "above": "1 ns", "fire": "feed", "value": 0.03},
              {"sensor": "slow", "statistic": "events", "above": 7, "fire": "seldom"}],
}


class Rules(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def call(self, name, *words, ranks=1, threads=True, **changes):
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", {**REACTION, **changes})
        return many_runs.call(["run", file, "--out", self.folder / name, cardon_run.NO_CHECKPOINT, *words], ranks=ranks, timeout=100,
                              over_mpi=not threads)

    def run_good(self, name, *words, **how):
        result = self.call(name, *words, **how)
        self.assertEqual(result.code, 0, result.report())
        self.screen = result.out
        return cardon_run.RunFolder(self.folder / name)

    def rows(self, run):
        return [int(line.split("\t")[0]) for line in (run.path / "scalars.tsv").read_text().splitlines() if line[:1].isdigit()]

    def test_rules_fire_alike_and_are_replayed(self):
        plain = self.run_good("plain")
        for name, how in (("one", {}), ("threads", {"ranks": 2}), ("processes", {"ranks": 2, "threads": False})):
            run = self.run_good(name, tunlets=TUNLETS, **how)
            # On several ranks the tuner may have something to record, too.
            record = [json.loads(line) for line in (run.path / "tunlets.jsonl").read_text().splitlines()]
            fired = [entry for entry in record if "set" in entry]
            # The window of steps 1 to 8 is judged two steps later.
            self.assertEqual([(entry["iteration"], entry["set"]) for entry in fired],
                             [(10, ["GrayScott.feed=0.03"]), (10, ["output.scalars.every=10"])])
            self.assertEqual([fired[0]["actuator"], fired[0]["changed"][0]["before"]], ["feed", "0.037"])
            self.assertEqual(self.rows(run), [*range(11), *range(20, 101, 10)])
            self.assertNotEqual(run.checksums, plain.checksums)
            self.assertIn("tunlets after iteration 10: GrayScott::feed = 0.03 (was 0.037); mean of step is", self.screen)
            summary = run.summary["tunlets"]
            ranks = how.get("ranks", 1)
            # Four stages: a mean per step and rank.
            self.assertEqual((summary["fired"], summary["events"]["step"]), (2, 100 * ranks))
            if ranks == 1:      # on several, blocks are computed in pieces
                self.assertEqual(summary["events"]["slow"], 100)
            else:
                self.assertGreater(summary["events"]["slow"], 100)
            replay = self.run_good(f"{name}-again", f"steering.replay={run.path / 'tunlets.jsonl'}", ranks=3)
            self.assertEqual(replay.checksums, run.checksums)
            self.assertEqual(self.rows(replay), self.rows(run))

    def test_kinds_are_switched_by_a_word(self):
        """A simple sensor has twice the events of a timer; decisions are the same."""
        outcomes = []
        for kind in ("simple", "timer"):
            run = self.run_good(kind, f"tunlets.sensors={{step: {{at: step, kind: {kind}}}}}", "tunlets.rules=[{sensor: step, statistic: events, "
                                "above: 3, fire: feed, value: 0.03}]", tunlets=TUNLETS)
            outcomes.append((run.summary["tunlets"]["events"]["step"], run.checksums, run.summary["tunlets"]["fired"]))
        self.assertEqual(outcomes[0][0], 2 * outcomes[1][0])
        self.assertEqual(outcomes[0][1:], outcomes[1][1:])

    def test_functions_stop_and_save(self):
        ends = {"sensors": {"step": {"at": "step"}}, "window": 8, "rules": [{"sensor": "step", "above": "1 ns", "fire": "end"}],
                "actuators": {"end": {"kind": "function", "function": "stop"}}}
        result = self.call("stopped", tunlets=ends, ranks=2)
        self.assertEqual(result.code, 75, result.report())
        self.assertEqual(cardon_run.RunFolder(self.folder / "stopped").summary["iterations"], 10)

    def test_sensors_and_a_trace_go_together(self):
        run = self.run_good("traced", tunlets=TUNLETS, trace={"steps": 5})
        self.assertEqual(run.summary["tunlets"]["events"]["slow"], 100)
        trace = json.loads((run.path / "trace.json").read_text())
        self.assertTrue(any("GrayScott::rhs" in event.get("name", "") for event in trace["traceEvents"]))

    def test_members_of_an_ensemble_are_all_traced(self):
        """A worker runs them one after the other in one process."""
        cardon_run.write_parfile(self.folder / "reaction.yaml", {**REACTION, "tunlets": TUNLETS, "trace": {"steps": 5}})
        study = cardon_run.write_parfile(self.folder / "study.yaml", {
            "run": "reaction.yaml", "vary": {"GrayScott.feed": [0.036, 0.037, 0.038]}})
        result = cardon_run.call(["ensemble", study, "--out", "e"], cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        traces = sorted((self.folder / "e").rglob("trace.json"))
        self.assertEqual(len(traces), 3, result.report())
        for trace in traces:
            self.assertIn("GrayScott::rhs", trace.read_text())
            self.assertEqual(len((trace.parent / "tunlets.jsonl").read_text().splitlines()), 2)

    def test_what_cannot_be_is_refused(self):
        run = self.run_good("refused", tunlets={**TUNLETS, "rules": [{"sensor": "step", "above": "1 ns", "fire": "end", "value": 5}],
                                        "actuators": {"end": {"parameter": "time.stop.iterations"}}})
        self.assertIn("tunlets: end did not fire: the run would end at iteration 5, but it has done 10", self.screen)
        self.assertFalse((run.path / "tunlets.jsonl").exists())
        for word, slug, text in (
                ("tunlets.run=[nobody]", "registry/no-such-service", "nobody"),
                ("tunlets.sensors={rhs: {at: GrayScott::rsh}}", "parameter/not-a-choice", "did you mean GrayScott::rhs?"),
                ("tunlets.actuators={a: {parameter: grid.points}}", "tunlets/actuator", "cannot change during the run"),
                ("tunlets.sensors={a: {kind: average}}", "tunlets/sensor", "one of at, region and from"),
                ("tunlets.rules=[{sensor: step, above: 1, fire: end, value: -1}]", "parameter/out-of-range", "time.stop.iterations = -1"),
                ("tunlets.rules=[{above: 1}]", "tunlets/rule", "a rule needs a sensor")):
            for verb in ("run", "check"):
                result = many_runs.call([verb, self.folder / "refused.yaml", word])
                self.assertEqual(result.code, 2, result.report())
                self.assertIn(f"[{slug}]", result.err)
                self.assertIn(text, result.err)


if __name__ == "__main__":
    unittest.main()
