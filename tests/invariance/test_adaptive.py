#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adaptive steps: all of a run is the same to the last byte, rejected steps included, for any ranks, sites, blocks, ghost depths,
codecs and overlap, with more outputs by iterations, restarted in mid-run elsewhere, and while blocks migrate and a tuner that draws
lots changes settings between the copy of the fields and its return. Of the runs on several ranks one in ten goes over MPI, with
CARDON_LONG_TESTS=1 half of them, and runs with steps by errors are longer."""
import copy
import json
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "restart"))
from restart_cases import Machine, cardon_run, many_runs, run  # noqa: E402

ZLIB = ["extrapolate", "zlib-1"]
SHARE = 2 if cardon_run.LONG else 10

# A safety of 1 has every fall of the limit rejected, and large first steps make it fall. Oscillator: scalars that are a state.
BLAST = {
    "thorns": ["Euler", "Oscillator"],
    "grid": {"cells": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": "reflecting"},
    "time": {"courant": 0.6, "integrator": "rk2", "stop": {"time": 0.3},
             "adaptive": {"by": "limits", "every": 6, "lead": 5, "safety": 1, "growth": 1.3, "first": 0.5}},
    "Euler": {"initial": "riemann", "left": [1, 0.2, 1], "right": [0.125, -0.5, 0.1], "position": 0.45, "reconstruction": "ppm"},
    "Oscillator": {"centre": [0.4, 0.3, 0], "width": 0.15, "frequency": 20, "force": 3},
    "output": {"scalars": {"every": "0.07 s", "fields": ["rho", "energy", "total_mass", "error", "displacement", "work"],
                            "reductions": ["min", "max", "l2"]},
               "lines": {"every": 17, "fields": ["rho", "mach"], "direction": "x"}},
    "health": {"every": 4},
}
# Evaluations by default, whose distance grows: restarts meet it short, long, and short again after a rejection.
GROWING = copy.deepcopy(BLAST)
for key in ("every", "lead"):
    del GROWING["time"]["adaptive"][key]
GROWING["time"]["adaptive"]["safety"] = 0.97
# By errors of fields and scalars; steps that grow fast are soon too long: 4 rejections in 220 steps. Services expect as many steps as constant
# limits say, which therefore are short.
END = 0.2 if cardon_run.LONG else 0.06
PULSE = {
    "thorns": ["Oscillator", "WaveMoL"],
    "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": ["neumann", "periodic"]},
    "time": {"courant": 0.06, "integrator": "bs32", "stop": {"time": END},
             "adaptive": {"by": "errors", "every": 2, "lead": 2, "safety": 1, "growth": 8, "tolerance": 1e-5,
                          "absolute_tolerance": 1e-5}},
    "Oscillator": {"centre": [0.4, 0.3, 0], "width": 0.15, "frequency": 150, "force": 3},
    "WaveMoL": {"order": 2, "width": 0.2, "initial": "gaussian"},
    "output": {"scalars": {"every": f"{0.35 * END:.3f} s", "fields": ["WaveMoL::phi", "displacement", "velocity", "wave_energy"],
                            "reductions": ["min", "max", "l2"]},
               "lines": {"every": 17, "fields": ["WaveMoL::phi"], "direction": "x"}},
    "health": {"every": 4},
}
# The same by errors, where the lead grows, and does not shrink again.
LOOKING_AHEAD = copy.deepcopy(PULSE)
LOOKING_AHEAD["time"]["stop"]["time"] = 0.06
LOOKING_AHEAD["Oscillator"]["frequency"] = 40
LOOKING_AHEAD["time"]["adaptive"] = {"by": "errors", "safety": 1, "growth": 1.3, "tolerance": 1e-6, "absolute_tolerance": 1e-6}
# The same with a pair of more right-hand sides and registers: 2 rejections in 154 steps.
SEVEN_STAGES = copy.deepcopy(PULSE)
SEVEN_STAGES["time"]["integrator"] = "dp54"
SEVEN_STAGES["time"]["adaptive"].update(every=6, lead=4, tolerance=1e-8, absolute_tolerance=1e-8)
MACHINES = [
    Machine(3),
    Machine(4, driver={"ghost_zones": 6, "overlap": "never"}),
    Machine(2, (2,), {"blocks_per_rank": 4}),
    Machine(4, (2, 2), {"ghost_zones": {"a-b": 9}, "compression": ZLIB}),
    Machine(3, (1, 1, 1), {"ghost_zones": 12, "blocks_per_rank": 3}),
    Machine(5, (3, 2), {"ghost_zones": {"a-b": 6}, "overlap": "never", "compression": ["zlib-1"]}),
]
RANDOM_TUNER = {"tuning": {"tuner": "random", "seed": 2}}


def moving(every):
    return {"balance": {"balancer": "random", "accept": "all", "every": every, "seed": 3}}


# Blocks move, and depth, codecs, overlap, blocks and weights change, every few steps.
CHANGING = [
    Machine(3, (3,), {"blocks_per_rank": 4}, sections=moving(3)),
    Machine(4, (2, 2), {"blocks_per_rank": 3, "ghost_zones": 6}, sections=moving(2)),
    Machine(3, (3,), sections=RANDOM_TUNER),
    Machine(4, (2, 2), sections=RANDOM_TUNER),
    Machine(4, (2, 2), sections={**RANDOM_TUNER, **moving(4)}),
]
# Iterations at which the first part ends; lead and every make them differ in what is under way.
RESTARTS = [(9, Machine(2, (1, 1)), Machine(3)), (12, Machine(), Machine(4, (2, 2), {"ghost_zones": 6})),
            (17, Machine(3), Machine()), (23, Machine(4, (3, 1), {"blocks_per_rank": 2}), Machine(2))]


def untuned(restart):
    """Its second part without the tuner that there is by default: it thinks for as many steps as constant limits say, which takes longer
    than the few that there are by errors."""
    stop, first, second = restart
    return stop, first, replace(second, sections={"tuning": {"tuner": "none"}})


GROWING_RESTARTS = [(29, Machine(3), Machine(2, (1, 1))), (55, Machine(), Machine(3)), (85, Machine(3), Machine())]
# The last one while repeated steps are judged.
LOOKING_AHEAD_RESTARTS = [untuned((61, Machine(3), Machine(2, (1, 1)))), (230, Machine(), Machine(3))]


def check_rejections(reference):
    summary = reference.summary
    if summary["rejections"] < 2 or summary["rejected_steps"] < 4:
        return [f"{summary['rejections']} rejections of {summary['rejected_steps']} steps"]
    return []


def check_reference(reference):
    """Without rejections, and steps of several lengths, this proves nothing."""
    found = check_rejections(reference)
    if found:
        return found
    summary = reference.summary
    times = reference.scalars["time"]
    mass = reference.scalars["total_mass"]
    if max(mass) - min(mass) > 1e-12 * mass[0]:
        return [f"mass is lost, or counted twice: {mass}"]
    if [round(t / 0.07, 9) for t in times] != [0, 1, 2, 3, 4] or summary["time"] != 0.3:
        return [f"outputs at {times}, end at {summary['time']}"]
    return []


def same(reference, other, checksums=lambda run: run.checksums):
    keys = ("iterations", "time", "dt", "rejections")   # of steps, fewer are rejected where verdicts are read early
    found = [f"{k}: {reference.summary[k]} and {other.summary[k]}" for k in keys
             if k in reference.summary and reference.summary[k] != other.summary[k]]
    if checksums(reference) != checksums(other):
        found.append("the checksums differ")
    if reference.scalars_text != other.scalars_text:
        found.append(f"scalars.tsv\n{reference.scalars_text}and\n{other.scalars_text}")
    return found


def clocks(run):
    """Of the checkpoints, in order."""
    return [json.loads(file.read_text())["content"]["adaptive steps"] for file in sorted(run.path.glob("checkpoints/it*/manifest.json"))]


def same_and_growing(shrinks):
    """That the distances grow to their longest, and are short again after a rejection if `shrinks`."""
    def compare(reference, run):
        found = clocks(run)
        distances = [clock["interval"] for clock in found if clock["interval"] > 0]
        longest = distances.index(max(distances)) if distances else 0
        grown = [d for n, d in enumerate(distances) if n == 0 or d != distances[n - 1]]
        expected = [8, 16, 24] * 2 if shrinks else [8, 16, 32]
        wrong = [] if grown == expected else [f"distances of evaluations: {grown} rather than {expected}"]
        if not any(clock["rejections"] > found[0]["rejections"] for clock in found[longest:]):
            wrong.append("nothing was rejected after they had grown")
        if not shrinks and not any(clock["repeats"] and clock["interval"] == 32 for clock in found):
            wrong.append("no checkpoint was written while repeated steps were judged")
        return same(reference, run) + wrong
    return compare


def lines_of(run, file):
    path = run.path / file
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def changes(run):
    """How often blocks moved and settings changed."""
    return (sum(line["outcome"] == "moved" for line in lines_of(run, "balance.jsonl")),
            sum(bool(line["change"]) and line["decided_by"] == "tuner" for line in lines_of(run, "decisions.jsonl")))


def hardly_changing(machine, run):
    """Without changes a comparison proves nothing."""
    moves, settings = changes(run)
    found = []
    if "balance" in machine.sections and moves < 5:
        found.append(f"blocks moved {moves} times")
    if "tuning" in machine.sections and settings < 3:
        found.append(f"settings changed {settings} times")
    return found


def same_while_changing(reference, machine, run):
    return same(reference, run) + hardly_changing(machine, run)


def restarted(run_next, problem, stop, first, second):
    """Stopped at an iteration with a checkpoint there, and continued."""
    before = run_next("first", problem, first, f"time.stop.iterations={stop}", "checkpoint.on_stop=always")
    return run_next("second", problem, second, "time.stop.iterations=100000", "--restart", str(before.path))


def looked_at_often(problem):
    """Outputs by iterations wait for verdicts at other steps, and must not change anything."""
    problem = copy.deepcopy(problem)
    problem["output"]["lines"]["every"] = 1
    problem["health"]["every"] = 1
    return problem


class Cases:
    """Runs, each compared with that of one rank. `turns` says which go over MPI."""

    def __init__(self, folder, problem, check_reference, turns):
        self.folder, self.problem, self.turns = folder, problem, turns
        self.number = self.failed = 0
        self.reference = run(folder, "reference", problem, Machine(), mpi=False)
        self.note("reference", check_reference(self.reference))

    def note(self, name, found):
        print("FAILED" if found else "ok    ", name, *found, sep="\n  " if found else " ", flush=True)
        self.failed += bool(found)

    def compare(self, name, start, compare=same):
        """start(run_next) makes the run; run_next(name, problem, machine, arguments ...) makes a part of it in a fresh folder."""
        self.number += 1
        place = self.folder / str(self.number)
        place.mkdir()

        def run_next(part, problem, machine, *arguments):
            return run(place, part, problem, machine, *arguments, mpi=self.turns.over_mpi(machine.ranks))

        try:
            found = compare(self.reference, start(run_next))
        except RuntimeError as error:
            found = [str(error)]
        self.note(name, found)


def check(problem, check_reference, machines, changing, restarts, thorns, turns, growing=None):
    """How many runs differ from the reference. `growing`: what else to compare in a run with many checkpoints."""
    with many_runs.folder() as folder:
        cases = Cases(folder, problem, check_reference, turns)
        for machine in machines:
            cases.compare(f"{machine}", lambda run_next: run_next("run", problem, machine))
        for machine in changing:
            cases.compare(f"{machine}", lambda run_next: run_next("run", problem, machine, "--thorn-path", thorns),
                          lambda reference, other: same_while_changing(reference, machine, other))
        cases.compare("looked at often", lambda run_next: run_next("run", looked_at_often(problem), Machine(2)))
        if growing:
            cases.compare("with many checkpoints", lambda run_next: run_next(
                "run", problem, Machine(2), "checkpoint.every=4", "checkpoint.keep=1000"), growing)
        for restart in restarts:
            cases.compare(f"restarted {restart}", lambda run_next: restarted(run_next, problem, *restart))
        return cases.failed


def main():
    thorns = sys.argv[sys.argv.index("--thorn-path") + 1]     # the tuner that draws lots
    # In the long version, each machine goes over MPI here or in test_fixed_times.py.
    # Blocks that move without a tuner meet the other problems.
    failed = check(BLAST, check_reference, MACHINES, CHANGING if cardon_run.LONG else CHANGING[2:], RESTARTS, thorns, many_runs.Turns(SHARE, 0))
    failed += check(GROWING, check_reference, MACHINES[3:4], CHANGING[1:2], GROWING_RESTARTS, thorns, many_runs.Turns(),
                    same_and_growing(True))
    failed += check(LOOKING_AHEAD, check_rejections, MACHINES[3:4], CHANGING[1:2], LOOKING_AHEAD_RESTARTS, thorns, many_runs.Turns(),
                    same_and_growing(False))
    # The tuner compares windows of steps, and rejections leave it too few here.
    failed += check(PULSE, check_rejections, MACHINES[::2], CHANGING[:2], RESTARTS[::2], thorns, many_runs.Turns())
    failed += check(SEVEN_STAGES, check_rejections, MACHINES[:1], CHANGING[1:2], RESTARTS[2:3], thorns, many_runs.Turns())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
