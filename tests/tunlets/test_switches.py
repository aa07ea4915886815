#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tuner and balancer are tunlets: they are listed, recorded and switched as plug-ins are, by the file, by a rule, and while the run goes
on. Sensors are switched as well; a search from the top down enables few of them."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = cardon_run.take_thorn_path(sys.argv)
FLAME = {
    "thorns": ["Flame", "GridDriver"],
    "grid": {"points": [16, 16, 16], "domain": [[0, 1]] * 3, "boundary": "neumann"},
    "time": {"integrator": "euler", "courant": 0.8, "stop": {"iterations": 60}},
    "Flame": {"tolerance": 2e-5, "radius": 0.25},
    "driver": {"calibration": "never", "blocks_per_rank": 4, "decomposition": "fixed"},
    "balance": {"balancer": "random", "accept": "all", "every": 4},
    "output": {"scalars": {"every": 1, "fields": ["c"]}},
}
# After a quarter of a window.
SELDOM = {"window": 8, "sensors": {"moves": {"at": "balancing"}},
          "actuators": {"seldom": {"kind": "map", "parameter": "output.scalars.every", "values": {1: 7}}},
          "rules": [{"sensor": "moves", "statistic": "events", "above": 0, "fire": "seldom"}]}
WAVE = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [48, 16, 16], "domain": [[-1, 1]] * 3, "boundary": "periodic"},
    "time": {"courant": 0.3, "stop": {"iterations": 120}},
    "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                "links": [{"between": ["a", "b"], "latency": "4 ms", "bandwidth": "100 MB/s"}]},
    "tuning": {"window": 8}, "driver": {"ghost_zones": "auto"}, "emulated_compute": {"per_point": "0.1 us"},
}
NESTED = {
    "thorns": ["Nested", "GridDriver", "Searcher"],
    "grid": {"points": [24, 8, 8], "domain": [[0, 1]] * 3, "boundary": "periodic"},
    "time": {"stop": {"iterations": 100}, "step": 0.01},
    "tunlets": {"run": ["searcher"], "window": 8, "disabled": ["wide", "narrow", "near", "far", "one", "two"]},
}


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def run_good(self, name, config, *words, ranks=2, **changes):
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", {**config, **changes})
        result = many_runs.call(["run", file, "--out", self.folder / name, cardon_run.NO_CHECKPOINT, *words, *THORN_PATH], ranks=ranks,
                                timeout=100)
        self.assertEqual(result.code, 0, result.report())
        self.screen = result.out
        return cardon_run.RunFolder(self.folder / name)

    def rows(self, run):
        return [int(line.split("\t")[0]) for line in (run.path / "scalars.tsv").read_text().splitlines() if line[:1].isdigit()]

    def moves(self, run):
        """Steps after which blocks moved."""
        return [line["step"] for line in lines_of(run.path / "balance.jsonl") if line["outcome"] == "moved"]

    def windows(self, run):
        table = run.path / "tuning.tsv"
        return len(table.read_text().splitlines()) - 1 if table.exists() else 0


class Standing(Case):
    def test_a_rule_follows_the_balancer_and_the_record_replays(self):
        run = self.run_good("flame", FLAME, tunlets=SELDOM)
        record = lines_of(run.path / "tunlets.jsonl")
        decided = [entry for entry in record if entry.get("tunlet") == "balancing"]
        self.assertEqual(len(decided), len(self.moves(run)))
        self.assertEqual((decided[0]["tunlet"], decided[0]["by"]), ("balancing", "random"))
        self.assertRegex(decided[0]["decided"], "moves [0-9]+ blocks")
        self.assertIn("imbalance", decided[0]["why"])
        fired = [entry for entry in record if "set" in entry]
        self.assertEqual([entry["set"] for entry in fired], [["output.scalars.every=7"]])
        self.assertGreater(fired[0]["iteration"], decided[0]["iteration"])
        summary = run.summary["tunlets"]
        self.assertEqual(summary["decisions"], len([entry for entry in record if "decided" in entry]))
        self.assertEqual(summary["events"]["moves"], 2 * len(decided))
        listed = {one["name"]: one for one in summary["standing"]}
        self.assertEqual(listed["balancing"]["by"], "random")
        self.assertFalse(listed["balancing"]["suspended"])
        again = self.run_good("again", FLAME, f"steering.replay={run.path / 'tunlets.jsonl'}", ranks=3)
        self.assertEqual(again.checksums, run.checksums)
        self.assertEqual(self.rows(again), self.rows(run))

    def test_the_file_suspends_the_balancer_and_a_rule_resumes_it(self):
        busy = self.run_good("busy", FLAME)
        self.assertGreater(len(self.moves(busy)), 2)
        quiet = self.run_good("quiet", FLAME, tunlets={"suspended": ["balancing"]})
        self.assertEqual(self.moves(quiet), [])
        self.assertEqual(quiet.checksums, busy.checksums)
        self.assertTrue(quiet.summary["tunlets"]["standing"][0]["suspended"])
        # Windows of 16 steps, judged 4 steps later.
        woken = self.run_good("woken", FLAME, tunlets={
            "suspended": ["balancing"], "window": 16, "sensors": {"step": {"at": "step"}},
            "actuators": {"wake": {"kind": "switch", "on": ["balancing"], "off": ["step"]}},
            "rules": [{"sensor": "step", "above": "1 ns", "fire": "wake"}]})
        self.assertGreater(len(self.moves(woken)), 0)
        self.assertGreater(min(self.moves(woken)), 20)
        entry = next(entry for entry in lines_of(woken.path / "tunlets.jsonl") if "set" in entry)
        self.assertEqual((entry["iteration"], entry["set"]), (20, ["tunlets.disabled=[step]", "tunlets.suspended=[]"]))
        self.assertEqual(woken.checksums, busy.checksums)
        # 16 steps and the 4 of the answer, on two ranks.
        self.assertEqual(woken.summary["tunlets"]["events"]["step"], 40)
        # A replay without sensors leaves them out, and suspends what it has.
        again = self.run_good("replayed", FLAME, f"steering.replay={woken.path / 'tunlets.jsonl'}", tunlets={"suspended": ["balancing"]})
        self.assertEqual(again.checksums, busy.checksums)

    def test_steering_suspends_in_the_middle(self):
        record = self.folder / "record.jsonl"
        record.write_text('{"iteration": 20, "set": ["tunlets.suspended=[balancing]"]}\n{"iteration": 40, "set": ["tunlets.suspended=[]"]}\n')
        run = self.run_good("middle", FLAME, f"steering.replay={record}")
        steps = self.moves(run)
        self.assertTrue(any(step <= 20 for step in steps) and any(step > 40 for step in steps), steps)
        self.assertFalse(any(20 < step <= 40 for step in steps), steps)

    def test_the_tuner_is_suspended_too(self):
        tuned = self.run_good("tuned", WAVE)
        self.assertEqual([one["by"] for one in tuned.summary["tunlets"]["standing"] if one["name"] == "tuning"], ["model"])
        self.assertGreater(self.windows(tuned), 1)
        quiet = self.run_good("quiet", WAVE, tunlets={"suspended": ["tuning"]})
        self.assertEqual(self.windows(quiet), 0)
        self.assertEqual(quiet.checksums, tuned.checksums)
        paper = self.run_good("paper", WAVE, tuning={"window": 8, "tuner": "paper"},
                              tunlets={"window": 10, "sensors": {"changes": {"at": "tuning"}}})
        decided = [entry for entry in lines_of(paper.path / "tunlets.jsonl") if "decided" in entry]
        self.assertEqual({(entry["tunlet"], entry["by"]) for entry in decided}, {("tuning", "paper")})
        self.assertEqual(paper.summary["tunlets"]["events"]["changes"], 2 * paper.summary["tuning"]["changes"])

    def test_names_must_be_those_of_the_run(self):
        cardon_run.write_parfile(self.folder / "bad.yaml", FLAME)
        for word, text in (("tunlets.suspended=[nobody]", "tunlets.suspended names nobody, but this run has no such tunlet"),
                           ("tunlets.disabled=[rhs]", "tunlets.disabled names rhs, but this run has no such sensor"),
                           ("tunlets.actuators={a: {kind: switch, on: [x]}}", "actuator a names x, but this run has no such sensor or tunlet")):
            for verb in ("run", "check"):
                result = many_runs.call([verb, self.folder / "bad.yaml", word])
                self.assertEqual(result.code, 2, result.report())
                self.assertIn("[tunlets/switch]", result.err)
                self.assertIn(text, result.err)


class Exchanged(Case):
    """Rules have another balancer, another tuner take over; all tunlets are listed alike."""

    def test_a_rule_exchanges_the_balancer(self):
        plain = self.run_good("plain", FLAME)
        run = self.run_good("exchanged", FLAME, tunlets={
            "window": 8, "sensors": {"moves": {"at": "balancing"}}, "actuators": {"other": {"parameter": "balance.balancer"}},
            "rules": [{"sensor": "moves", "statistic": "events", "above": 0, "fire": "other", "value": "greedy"}]})
        self.assertEqual(run.checksums, plain.checksums)
        fired = [entry for entry in lines_of(run.path / "tunlets.jsonl") if "set" in entry]
        # The rule goes on firing, which changes nothing more.
        changes = [(change["parameter"], change["before"], change["value"]) for entry in fired for change in entry["changed"]]
        self.assertEqual(changes[0], ("balance.balancer", "random", "greedy"))
        self.assertEqual(set(changes[1:]) - {("balance.balancer", "greedy", "greedy")}, set())
        plans = lines_of(run.path / "balance.jsonl")
        for line in plans:
            self.assertEqual(line["balancer"], "random" if line["step"] <= fired[0]["iteration"] else "greedy", line)
        self.assertEqual({line["balancer"] for line in plans}, {"random", "greedy"})
        self.assertIn("balancing: greedy plans from now on", self.screen)
        self.assertEqual(run.summary["balancing"]["balancer"], "random, then greedy")
        summary = run.summary["tunlets"]
        self.assertEqual([one["by"] for one in summary["standing"] if one["name"] == "balancing"], ["greedy"])
        self.assertEqual(summary["plug_ins"], [{
            "name": "rules", "by": "the parameter file", "measures": "balancing (timer)", "judges": "the conditions of 1 rule",
            "changes": "balance.balancer", "when": "after windows of 8 steps", "suspended": False}])
        self.assertEqual({frozenset(one) for one in summary["standing"]}, {frozenset(summary["plug_ins"][0])})
        # A replay passes over it.
        again = self.run_good("again", FLAME, f"steering.replay={run.path / 'tunlets.jsonl'}", ranks=1)
        self.assertEqual(again.checksums, plain.checksums)

    def test_a_map_exchanges_the_tuner(self):
        plain = self.run_good("plain", WAVE, tuning={"tuner": "none"})
        run = self.run_good("exchanged", WAVE, tuning={"window": 8, "tuner": "paper"}, tunlets={
            "window": 20, "sensors": {"step": {"at": "step"}},
            "actuators": {"other": {"kind": "map", "parameter": "tuning.tuner", "values": {"paper": "model"}}},
            "rules": [{"sensor": "step", "above": "1 ns", "fire": "other"}]})
        self.assertEqual(run.checksums, plain.checksums)
        fired = [entry["set"] for entry in lines_of(run.path / "tunlets.jsonl") if "set" in entry]
        self.assertEqual(fired, [["tuning.tuner=model"]])
        self.assertEqual([one["by"] for one in run.summary["tunlets"]["standing"] if one["name"] == "tuning"], ["model"])

    def test_what_cannot_be_exchanged_is_refused(self):
        for balancer, other, why in (("random", "none", "a balancer cannot be replaced by none"), ("none", "greedy", "a run without a balancer"),
                                     ("random", "nobody", "there is no balancer nobody")):
            run = self.run_good(f"{balancer}-{other}", FLAME, balance={"balancer": balancer, "every": 8}, tunlets={
                "window": 8, "sensors": {"step": {"at": "step"}}, "actuators": {"other": {"parameter": "balance.balancer"}},
                "rules": [{"sensor": "step", "above": "1 ns", "fire": "other", "value": other}]})
            self.assertIn("other did not fire: " + why, self.screen)
            self.assertEqual(run.summary["tunlets"]["fired"], 0)


class Search(Case):
    def test_timers_are_on_only_where_their_parent_is_hot(self):
        for hot, path in (("far", ["evolve", "wide", "far"]), ("one", ["evolve", "narrow", "one"])):
            run = self.run_good(f"hot-{hot}", NESTED, Nested={"hot": hot})
            record = [entry for entry in lines_of(run.path / "tunlets.jsonl") if "set" in entry]
            sensors = {"step", "evolve", "waits", "wide", "narrow", "near", "far", "one", "two"}
            last, enabled = {"step", "evolve", "waits"}, 2
            for entry in record:
                off = set(entry["set"][0].split("[")[1].rstrip("]").split(", "))
                enabled += len(sensors - off - last)
                last = sensors - off
            self.assertLessEqual(enabled, 3 * 2)
            self.assertEqual(last, {path[-1]}, record)
            found = [entry["why"].split(" takes")[0] for entry in record if "takes most" in entry["why"]]
            self.assertEqual(found, path)
            # The last windows have the row of one sensor.
            table = (run.path / "tunlets.tsv").read_text().splitlines()[1:]
            self.assertEqual({line.split("\t")[1] for line in table if int(line.split("\t")[0]) > 80}, {path[-1]})


class Rented(Case):
    """Ranks sleep for 14 ms of work per step, 1.7 s in all, or longer on a busy computer."""
    CASE = {"thorns": ["WaveToy", "GridDriver", "Tenant"], "grid": {"points": [24, 12, 12], "boundary": "periodic"},
            "time": {"stop": {"iterations": 120}}, "tuning": {"tuner": "none"}, "balance": {"balancer": "greedy", "every": 8},
            "driver": {"calibration": "never", "blocks_per_rank": 4}, "emulated_compute": {"per_point": "4 us"}}

    def test_ranks_that_cost_more_than_they_save_are_given_back(self):
        plain = self.run_good("plain", self.CASE, ranks=3)
        for slot in (1000, 0.48):
            run = self.run_good(f"slot-{slot}", self.CASE, ranks=3, tunlets={"run": ["tenant"], "window": 8, "tenant": {"slot": slot}})
            self.assertEqual(run.checksums, plain.checksums)
            fired = [entry for entry in lines_of(run.path / "tunlets.jsonl") if "set" in entry]
            if slot == 1000:
                self.assertEqual([(entry["set"], entry["why"]) for entry in fired],
                                 [(["balance.idle_ranks=[1, 2]"], "1 instead of 3 slots of ranks")])
            for entry in fired:     # a price is one of whole slots, and lower
                price, before = (int(word) for word in entry["why"].split() if word.isdigit())
                rented = {"[2]": 2, "[1, 2]": 1}[entry["set"][0].partition("=")[2]]
                self.assertEqual((price % rented, before % 3), (0, 0), entry)
                self.assertLess(price, before)


if __name__ == "__main__":
    unittest.main()
