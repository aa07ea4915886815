#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Load balancing: a flame whose cost moves, ranks of different speed, plans that are refused, and runs that go on after
blocks have moved. Times are those of emulated ranks, which sleep four fifths of their time: with priority over other tests they
hold on a busy machine as well."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

FLAME = {
    "thorns": ["Flame", "GridDriver"],
    "grid": {"points": [24, 24, 24], "domain": [[0, 1]] * 3, "boundary": "neumann"},
    "time": {"integrator": "euler", "courant": 0.8, "stop": {"iterations": 60}},
    "Flame": {"tolerance": 2e-5, "radius": 0.25},
    "driver": {"calibration": "never"},
    "emulated_compute": {"slowdown": 4},
    "output": {"scalars": {"every": 30, "fields": ["c", "total_substeps"], "reductions": ["max", "mean"]}},
}
WAVE = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [16, 16, 32], "domain": [[0, 1], [0, 1], [0, 2]], "boundary": "periodic"},
    "time": {"courant": 0.5, "stop": {"iterations": 60}},
    "driver": {"calibration": "never", "blocks_per_rank": 8},
    "emulated_compute": {"per_point": "400 ns"},
}


class Case(unittest.TestCase):
    shared = False      # runs have processes of their own

    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, name, what, *arguments, ranks=2, **changes):
        config = {**what, **changes}
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        words = ["run", file, "--out", self.folder / name, *arguments]
        if self.shared:
            return many_runs.call(words, ranks=ranks, timeout=100)
        return cardon_run.call(words, ranks=ranks, timeout=100, threads=ranks > 1)

    def run_good(self, name, what, *arguments, ranks=2, **changes):
        result = self.call(name, what, *arguments, ranks=ranks, **changes)
        self.assertEqual(result.code, 0, result.report())
        self.screen = result.out
        return cardon_run.RunFolder(self.folder / name)

    def decisions(self, run):
        return [json.loads(line) for line in (run.path / "balance.jsonl").read_text().splitlines()]


class Shares(Case):
    """What the measured times come to."""

    def test_a_flame_is_shared_among_four_ranks(self):
        plain = self.run_good("none", FLAME, ranks=4)
        for balancer, choice in (("greedy", "forest"), ("refine", "forest"), ("auto", "forest"), ("auto", "tree"), ("auto", "plans")):
            run = self.flame_shared_by(balancer, choice)
            self.assertEqual(run.checksums, plain.checksums)
            self.assertEqual("[balance/choice]" in self.screen, balancer != "auto")
            decisions = self.decisions(run)
            first = decisions[0]
            self.assertGreater(first["measured"]["imbalance"], 1.5, first)
            self.assertEqual(first["outcome"], "moved")
            self.check_choice(first, balancer, choice)
            # The front is thin, and blocks in it are heavy; it also spreads while the result is measured.
            self.assertLess(first["predicted"]["after"]["imbalance"], 1.4)
            self.assertLess(first["result"]["imbalance"], 0.75 * first["measured"]["imbalance"])
            # greedy gives every rank its share of heavy blocks and so may end with equal numbers; refine relieves the
            # rank in the corner.
            if balancer == "refine":
                owned = [rank["owned_points"] for rank in run.summary["per_rank"]]
                self.assertGreater(max(owned), 1.2 * min(owned))
            self.assertIn(f"balancing ({balancer}): ", self.screen)
        self.assertFalse((plain.path / "balance.jsonl").exists())

    def flame_shared_by(self, balancer, choice):
        """Where other work makes a block seem heavier than it is, no plan is good: the second run counts."""
        for attempt in range(2):
            run = self.run_good(f"{balancer}-{choice}-{attempt}", FLAME, ranks=4,
                                balance={"balancer": balancer, "choice": choice, "every": 8})
            if self.decisions(run)[0]["predicted"]["after"]["imbalance"] < 1.4:
                break
        return run

    def check_choice(self, first, balancer, choice):
        if balancer != "auto":
            self.assertEqual(first["balancer"], balancer)
        elif choice == "plans":
            self.assertIn(first["balancer"], ("refine", "greedy", "hierarchical"))
        if balancer != "auto" or choice == "plans":
            self.assertIsNone(first["choice"])
            return
        self.assertEqual(first["choice"]["by"], choice)
        # The tree asks one balancer; of plans of several, the forest may take that of one with few votes.
        self.assertGreater(first["choice"]["votes"], 0.1 if choice == "tree" else 0)
        self.assertLessEqual(first["choice"]["votes"], 1)
        self.assertRegex(first["choice"]["reasons"], r"^\w+ [\d.e+-]+")
        self.assertIn(f"{first['balancer']} (choice of the {choice}: ", self.screen)

    def test_a_choice_does_not_overrule_the_judge(self):
        for choice in ("forest", "tree"):
            # Where the computer is busy, up to four windows pass between two decisions.
            run = self.run_good(choice, FLAME, balance={"balancer": "auto", "choice": choice, "every": 4, "min_gain": 0.9})
            decisions = self.decisions(run)
            self.assertGreater(len(decisions), 2)
            for decision in decisions:
                self.assertTrue(decision["outcome"].startswith("refused: "), decision)
                self.assertEqual(decision["choice"]["by"], choice)

    def test_a_slow_rank_gets_less(self):
        # Steps of 16 ms: long enough that other load hardly changes their ratio.
        run = self.run_good("slow", WAVE, emulated_compute={"per_point": "4 us", "speeds": [1, 0.5]},
                            balance={"balancer": "greedy", "every": 8})
        fast, slow = (rank["owned_points"] for rank in run.summary["per_rank"])
        self.assertTrue(1.4 < fast / slow < 3.2, (fast, slow))

    def test_a_rank_that_slows_in_mid_run_is_relieved(self):
        """After some plans steps take at most a tenth longer than those of a run that knows the speeds from the start. By the first ones
        it turns out that the rank is slow, and not its blocks heavy."""
        steps = {"time": {"courant": 0.5, "stop": {"iterations": 140}}, "balance": {"balancer": "greedy", "every": 8}}
        slow = {"per_point": "2 us", "changes": [{"after": 30, "rank": 1, "speed": 0.5}]}
        run = self.run_good("slows", WAVE, **steps, emulated_compute=slow)
        moved = [decision for decision in self.decisions(run) if decision["outcome"] == "moved" and decision["result"]]
        self.assertEqual([decision["step"] > 30 for decision in moved[:1]], [True], moved)
        fresh = self.run_good("fresh", WAVE, **steps, driver={"calibration": "always", "blocks_per_rank": 8},
                              emulated_compute={"per_point": "2 us", "speeds": [1, 0.5]})
        best = min(decision["measured"]["seconds_per_step"] for decision in self.decisions(fresh))
        print(f"{1e3 * moved[-1]['result']['seconds_per_step']:.2f} ms per step, at best {1e3 * best:.2f} ms")
        self.assertLess(moved[-1]["result"]["seconds_per_step"], 1.1 * best)
        self.assertLessEqual(len(moved), 4)

    def test_a_site_whose_rank_becomes_slow_gets_less_of_the_grid(self):
        """Also with a tuner: runs with several blocks per rank are balanced, and sites share the grid by what they can do. A restart
        on these sites goes on with their shares."""
        sites = {"machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}], "emulate": False}}
        time = {"courant": 0.5, "stop": {"iterations": 360}}
        plain = self.run_good("plain", WAVE, ranks=1, machine={}, time=time, emulated_compute={})
        balanced = {"balance": {"every": 10}, "checkpoint": {"every": 360},
                    "emulated_compute": {"per_point": "1 us", "changes": [{"after": 40, "rank": 3, "speed": 0.5}]}}
        run = self.run_good("slowed", WAVE, ranks=4, **sites, time=time, **balanced)
        self.assertEqual(run.checksums, plain.checksums)
        points = [rank["owned_points"] for rank in run.summary["per_rank"]]
        self.assertAlmostEqual((points[0] + points[1]) / sum(points), 4 / 7, delta=0.07)
        self.assertGreater(points[2], 1.2 * points[3])
        self.assertRegex(self.screen, r"balancing: sites get 1\.\d\d, 0\.\d\d times the planes: ")
        self.assertIn("divided", [decision["outcome"] for decision in self.decisions(run)])
        self.check_restarts(run, sites, {**balanced, "emulated_compute": {"per_point": "1 us"}, "time": {**time, "stop": {"iterations": 370}}})

    def check_restarts(self, run, sites, balanced):
        others = {"machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 1}], "emulate": False}}
        at_sites = lambda run: [sum(rank["owned_points"] for rank in run.summary["per_rank"][first:first + 2]) for first in (0, 2)]
        found, checksums = {}, set()
        for name, machine, ranks in (("again", sites, 4), ("fewer", others, 3)):
            restarted = self.run_good(name, WAVE, "--restart", run.path / "checkpoints" / "it000360", ranks=ranks, **machine, **balanced)
            for what in ("sites get their shares of the grid in the checkpoint", "moved to their ranks in the checkpoint"):
                self.assertEqual(what in self.screen, name == "again", self.screen)
            found[name] = at_sites(restarted)
            checksums.add(json.dumps(restarted.checksums, sort_keys=True))
        plain = self.run_good("plain-on", WAVE, ranks=1, machine={}, time=balanced["time"], emulated_compute={})
        self.assertEqual(checksums, {json.dumps(plain.checksums, sort_keys=True)})
        self.assertEqual(found["again"], at_sites(run))
        self.assertNotEqual(found["fewer"], at_sites(run))


class Flame(Case):
    shared = True
    plain = None

    def check_bits(self, *runs):
        """Those of a run on one rank, which is made once."""
        if Flame.plain is None:
            Flame.plain = self.run_good("plain", FLAME, ranks=1).checksums
        for run in runs:
            self.assertEqual(run.checksums, Flame.plain)

    def test_ranks_of_several_sites_are_balanced_unasked_where_there_are_others_at_their_site(self):
        four = {"time": {**FLAME["time"], "stop": {"iterations": 8}}, "emulated_compute": {"slowdown": 1},
                "machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}], "emulate": False}}
        two = {**four, "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": False}}
        untuned, driver = {"tuning": {"tuner": "none"}}, {**FLAME["driver"], "blocks_per_rank": 4}
        checksums = set()
        for name, ranks, machine, more, balanced in (("untuned", 4, four, untuned, True),
                                                     ("fixed", 4, four, {"driver": {**driver, "decomposition": "fixed"}}, True),
                                                     ("tuned", 4, four, {}, True), ("alone", 2, two, untuned, False),
                                                     ("tuned-alone", 2, two, {}, False)):
            run = self.run_good(name, FLAME, ranks=ranks, **{**machine, "driver": driver, **more})
            self.assertEqual("balancing" in run.summary, balanced, name)
            checksums.add(json.dumps(run.checksums, sort_keys=True))
        self.assertEqual(len(checksums), 1)

    def test_ranks_with_several_blocks_are_balanced_unasked(self):
        several = {**FLAME["driver"], "blocks_per_rank": 8}
        run = self.run_good("default", FLAME, driver=several)
        self.assertIn("balancing (auto): ", self.screen)
        decisions = self.decisions(run)
        self.assertIn("moved", [decision["outcome"] for decision in decisions])
        planning = sum(decision["planning_seconds"] for decision in decisions)
        self.assertGreater(planning, 0)
        self.assertAlmostEqual(planning, run.summary["balancing"]["planning_seconds"], places=6)
        self.check_bits(run)
        plain = self.run_good("none", FLAME, driver=several, balance={"balancer": "none"},
                              time={**FLAME["time"], "stop": {"iterations": decisions[0]["step"] + 1}})
        self.assertFalse((plain.path / "balance.jsonl").exists())

    def test_nothing_is_measured_where_no_rank_has_two_blocks(self):
        single = {"driver": {**FLAME["driver"], "blocks_per_rank": 1}, "time": {**FLAME["time"], "stop": {"iterations": 30}}}
        run = self.run_good("single", FLAME, **single, balance={"balancer": "auto", "every": 5})
        self.assertIn("nothing to balance, since no rank has two blocks", self.screen)
        self.assertEqual(self.decisions(run), [])
        run = self.run_good("named", FLAME, **single, balance={"balancer": "greedy", "every": 5})
        self.assertGreater(len(self.decisions(run)), 3)

    def test_by_the_trend_nobody_plans_before_it_pays(self):
        run = self.run_good("trend", FLAME, balance={"balancer": "greedy", "when": "trend", "every": 4})
        self.check_bits(run)
        outcomes = [decision["outcome"] for decision in self.decisions(run)]
        self.assertEqual(outcomes[0], "moved")
        waiting = [decision for decision in self.decisions(run) if decision["outcome"].startswith("waits: ")]
        self.assertGreater(len(waiting), 1, outcomes)
        self.assertEqual(waiting[0]["moves"], [])
        self.assertLess(run.summary["balancing"]["plans"], len(outcomes))

    def test_plans_that_do_not_pay_are_refused(self):
        # A tenth could be saved, so balancers are asked.
        run = self.run_good("random", WAVE, emulated_compute={"per_point": "2 us", "speeds": [1, 0.8]},
                            balance={"balancer": "random", "every": 8, "min_gain": 0.3})
        decisions = self.decisions(run)
        self.assertGreater(len(decisions), 3)
        for decision in decisions:
            self.assertTrue(decision["outcome"].startswith("refused: "), decision)
            self.assertIsNone(decision["change_seconds"])
            self.assertGreater(len(decision["moves"]), 0)
        self.assertTrue(any("longer" in decision["outcome"] for decision in decisions))

    def test_a_run_goes_on_elsewhere_after_blocks_have_moved(self):
        moving = {"balance": {"balancer": "random", "accept": "all", "every": 4, "seed": 3}}
        first = self.run_good("first", FLAME, ranks=3, **moving, checkpoint={"every": 25, "keep": 5})
        self.assertGreater(sum(len(d["moves"]) for d in self.decisions(first)), 20)
        self.assertTrue(list(first.path.glob("checkpoints/*25*")), list(first.path.glob("checkpoints/*")))
        second = self.run_good("second", FLAME, "--restart", next(first.path.glob("checkpoints/*25*")), ranks=2, **moving)
        self.check_bits(first, second)

    def test_a_restart_begins_with_blocks_where_they_were(self):
        greedy = {"balance": {"balancer": "greedy", "every": 8}, "checkpoint": {"every": 40, "keep": 5}}
        first = self.run_good("first", FLAME, ranks=4, **greedy)
        checkpoint = next(first.path.glob("checkpoints/*40*"))
        second = self.run_good("second", FLAME, "--restart", checkpoint, ranks=4, **greedy)
        self.assertIn("blocks moved to their ranks in the checkpoint", self.screen)
        third = self.run_good("third", FLAME, "--restart", checkpoint, ranks=3, **greedy)
        self.assertNotIn("blocks moved to their ranks in the checkpoint", self.screen)
        self.check_bits(first, second, third)

    def test_a_run_shrinks_and_grows_while_it_goes_on(self):
        self.shared = False     # the judge's measurements decide
        steering = self.folder / "steering.jsonl"
        steering.write_text("".join(json.dumps({"iteration": n, "set": [f"balance.idle_ranks={ranks}"]}) + "\n"
                                    for n, ranks in ((20, "[1, 3]"), (40, "[]"))))
        run = self.run_good("changing", FLAME, f"steering.replay={steering}", ranks=4, balance={"balancer": "greedy", "every": 5},
                            checkpoint={"every": 30, "keep": 5})
        self.assertRegex(self.screen, r"\d+ blocks left the idle ranks 1, 3, in")
        self.check_idle_time(run)
        # A replay leaves out what its ranks cannot do; the record of one step has other values, too.
        steering.write_text(steering.read_text().replace('"balance', '"output.scalars.every=15", "balance', 1))
        replay = self.run_good("replay", FLAME, f"steering.replay={steering}", ranks=2, balance={"balancer": "greedy", "every": 5})
        self.assertIn("replay after iteration 20: balance.idle_ranks=[1, 3] is left out", self.screen)
        recorded = [json.loads(line)["set"] for line in (replay.path / "steering.jsonl").read_text().splitlines()]
        self.assertEqual(recorded, [["output.scalars.every=15"], ["balance.idle_ranks=[]"]])
        # Of the idle ranks only one exists in the restart.
        restarted = self.run_good("fewer", FLAME, "--restart", run.path / "checkpoints" / "it000030", ranks=2,
                                  balance={"balancer": "greedy", "every": 5})
        self.assertEqual(restarted.summary["per_rank"][1]["owned_points"], 0)
        by_step = {decision["step"]: decision for decision in self.decisions(run)}
        owners = [move[1] for step, decision in by_step.items() if 20 < step < 40 for move in decision["moves"]]
        self.assertFalse({1, 3} & set(owners), by_step)
        later = [move[1] for step, decision in by_step.items() if step > 40 and decision["outcome"] == "moved" for move in decision["moves"]]
        self.assertTrue({1, 3} <= set(later), by_step)
        shrunk = self.run_good("shrunk", FLAME, ranks=4, balance={"balancer": "greedy", "every": 8, "idle_ranks": [2]})
        self.check_bits(run, replay, restarted, shrunk)
        self.assertEqual(shrunk.summary["per_rank"][2]["owned_points"], 0)

    def test_sites_share_the_grid_by_the_ranks_that_work(self):
        sites = {"machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}], "emulate": False}, "tuning": {"tuner": "none"}}
        plain = self.run_good("plain", WAVE, ranks=1, machine={})
        for name, balance, shares in (("idle", {"idle_ranks": [3]}, 2 / 3), ("rest", {"idle_ranks": [0]}, 1 / 3),
                                      ("far", {"idle_ranks": [2, 3], "between_sites": "always"}, 1)):
            run = self.run_good(name, WAVE, ranks=4, **sites, balance={"balancer": "greedy", "every": 10, **balance})
            self.assertEqual(run.checksums, plain.checksums)
            points = [rank["owned_points"] for rank in run.summary["per_rank"]]
            self.assertEqual([points[rank] for rank in balance["idle_ranks"]], [0] * len(balance["idle_ranks"]))
            self.assertAlmostEqual((points[0] + points[1]) / sum(points), shares, delta=0.05)
        steering = self.folder / "steering.jsonl"
        steering.write_text("".join(json.dumps({"iteration": n, "set": [f"balance.idle_ranks={ranks}"]}) + "\n"
                                    for n, ranks in ((20, "[3]"), (40, "[]"))))
        run = self.run_good("back", WAVE, f"steering.replay={steering}", ranks=4, **sites, balance={"balancer": "greedy", "every": 10})
        self.assertEqual(run.checksums, plain.checksums)
        points = [rank["owned_points"] for rank in run.summary["per_rank"]]
        self.assertAlmostEqual((points[0] + points[1]) / sum(points), 0.5, delta=0.05)
        self.assertEqual(self.screen.count("sites share the grid by their ranks that are not idle"), 2)

    def test_a_run_on_several_sites_stays_balanced_when_a_tuner_is_set(self):
        sites = {"machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}], "emulate": False}, "tuning": {"tuner": "none"}}
        steering = self.folder / "steering.jsonl"
        steering.write_text("".join(json.dumps({"iteration": n, "set": [what]}) + "\n"
                                    for n, what in ((10, "tuning.tuner=model"), (20, "balance.idle_ranks=[3]"))))
        run = self.run_good("tuned", WAVE, f"steering.replay={steering}", ranks=4, **sites, balance={"every": 10})
        self.assertNotIn("left out", self.screen)
        self.assertEqual(run.summary["per_rank"][3]["owned_points"], 0)

    def check_idle_time(self, run):
        """The waiting of idle ranks has a row of its own."""
        rows = {cells[0]: float(cells[5]) for cells in (line.split("\t") for line in (run.path / "performance.tsv").read_text().splitlines())
                if len(cells) > 5 and cells[0] != "region" and cells[1] == "-"}
        self.assertGreater(rows["idle (no blocks)"], 4 * rows["load balancing"], rows)

    def test_what_cannot_be_balanced_is_refused(self):
        result = self.call("unknown", WAVE, balance={"balancer": "gredy"})
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[registry/no-such-service]", result.err)
        self.assertIn("greedy", result.err)
        self.assertIn("auto chooses among them", result.err)
        self.check_wrong_names()
        result = self.call("idle", WAVE, balance={"balancer": "greedy", "idle_ranks": [0, 1]})
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[balance/idle-ranks]", result.err)
        file = cardon_run.write_parfile(self.folder / "check.yaml", {**WAVE, "balance": {"balancer": "greedy", "idle_ranks": [0, 1]}})
        for ranks, code in ((1, 2), (2, 2), (3, 0)):
            result = cardon_run.call(["check", file, "--ranks", ranks])
            self.assertEqual(result.code, code, result.report())
            if code:
                self.assertIn("[balance/idle-ranks]", result.err)
                self.assertIn(f"checked for {ranks} rank", result.err)
        for name, balance in (("none", {"balancer": "none", "idle_ranks": [1]}), ("many", {"balancer": "greedy", "idle_ranks": [1]})):
            result = self.call(f"idle-{name}", {**WAVE, "driver": {**WAVE.get("driver", {}), "blocks_per_rank": 60}}, balance=balance)
            self.assertEqual(result.code, 2, result.report())
            self.assertIn("[balance/idle-ranks]", result.err)
        result = self.call("unigrid", {**WAVE, "thorns": ["WaveToy"], "driver": {}, "emulated_compute": {}}, balance={"balancer": "greedy"})
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[balance/driver]", result.err)


    def check_wrong_names(self):
        """`check` finds them, too, and a run on several ranks ends."""
        for name, more, slug, text in (
                ("balancer", {"balance": {"balancer": "gredy"}}, "registry/no-such-service", "did you mean greedy?"),
                ("partitioner", {"balance": {"balancer": "grid_hybrid"}, "thorns": [*WAVE["thorns"], "BalancerGrid"],
                                 "BalancerGrid": {"partitioner": "metiz"}}, "registry/no-such-service", "metiz"),
                ("driver", {"balance": {"balancer": "greedy"}, "thorns": ["WaveToy"], "driver": {}, "emulated_compute": {}},
                 "balance/driver", "add GridDriver")):
            file = cardon_run.write_parfile(self.folder / f"check-{name}.yaml", {**WAVE, **more})
            result = cardon_run.call(["check", file, "--ranks", 2])
            for found in (result, self.call(f"run-{name}", WAVE, **more)):
                self.assertEqual(found.code, 2, found.report())
                self.assertIn(f"[{slug}]", found.err)
                self.assertIn(text, found.err)


if __name__ == "__main__":
    unittest.main()
