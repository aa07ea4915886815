#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fixed steps of which no whole number leads to the end and to the times of outputs: both are hit, by the same bits for any ranks,
sites, blocks, ghost depths, codecs and overlap, while blocks migrate and a tuner that draws lots changes settings, and after
restarts elsewhere: between the shortened steps, and with another end. Times that steering sets later are hit by the same bits, too.
Leapfrog schemes take a shorter step. As in
test_adaptive.py, the long version has more runs over MPI, and steers on more machines."""
import copy
import json
import sys

from test_adaptive import CHANGING, MACHINES, SHARE, Machine, cardon_run, check, many_runs, run

# Every output and the end lie between steps; the outputs need an analysis task, which the planner must foresee. There are
# enough steps for several decisions of a tuner, however long it takes to decide.
WALL = {
    "thorns": ["Oscillator", "WaveMoL"],
    "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": ["neumann", "periodic"]},
    "time": {"step": 0.0021, "integrator": "rk2", "stop": {"time": 0.3}},
    "Oscillator": {"centre": [0.4, 0.3, 0], "width": 0.15, "frequency": 20, "force": 3},
    "WaveMoL": {"order": 4, "width": 0.2, "initial": "gaussian"},
    "output": {"scalars": {"every": "0.07 s", "fields": ["WaveMoL::phi", "WaveMoL::energy", "displacement", "wave_energy"],
                            "reductions": ["min", "max", "l2"]},
               "lines": {"every": 17, "fields": ["WaveMoL::phi"], "direction": "x"}},
    "health": {"every": 4},
}
LEAPFROG = {
    "thorns": ["WaveToy"], "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": "radiative"},
    "time": {"step": 0.0061, "stop": {"time": 0.3}}, "WaveToy": {"width": 0.2},
    "output": {"scalars": {"every": "0.06 s", "fields": ["phi"], "reductions": ["l2"]}},
}
# 34 steps lead to 0.07: restarts in the middle of a leg, before its last two steps, between them, and after them.
RESTARTS = [(20, Machine(2, (1, 1)), Machine(3)), (32, Machine(), Machine(4, (2, 2), {"ghost_zones": 6})),
            (33, Machine(3), Machine()), (34, Machine(4, (3, 1), {"blocks_per_rank": 2}), Machine(2)),
            (100, Machine(2), Machine(3, (3,), {"blocks_per_rank": 4}))]


def check_reference(reference):
    found = []
    if reference.scalars["time"] != [0, 0.07, 2 * 0.07, 3 * 0.07, 4 * 0.07] or reference.summary["time"] != 0.3:
        found.append(f"outputs at {reference.scalars['time']}, end at {reference.summary['time']}")
    if reference.summary["iterations"] != 4 * 34 + 10:
        found.append(f"{reference.summary['iterations']} steps")
    return found


def warnings(run_folder):
    file = run_folder.path / "warnings.txt"
    return file.read_text() if file.exists() else ""


def ended_later(folder, problem):
    """A run that ended at another time, continued: times are hit as in a run that was steered there, and again elsewhere."""
    first = run(folder, "first", problem, Machine(2), "time.stop.time=0.1", "checkpoint.on_stop=always", mpi=False)
    one = run(folder, "one", problem, Machine(), "--restart", str(folder / "first"), mpi=False)
    many = run(folder, "many", problem, Machine(4, (2, 2), {"ghost_zones": {"a-b": 6}}), "--restart", str(folder / "first"), mpi=False)
    found = [f"ends at {r.summary['time']}" for r, end in ((first, 0.1), (one, 0.3), (many, 0.3)) if r.summary["time"] != end]
    if one.checksums != many.checksums or one.scalars_text != many.scalars_text:
        found.append("restarts on one rank and on four differ")
    return found + ["warned: " + warnings(r) for r in (first, one) if warnings(r)]


def leapfrog(folder):
    with_length = run(folder, "given", LEAPFROG, Machine(2), mpi=False)
    found = []
    if abs(with_length.summary["time"] - 0.3) > 1e-12 or with_length.summary["iterations"] != 50:
        found.append(f"{with_length.summary['iterations']} steps to {with_length.summary['time']}")
    if any(abs(t / 0.06 - round(t / 0.06)) > 1e-9 for t in with_length.scalars["time"]):
        found.append(f"outputs at {with_length.scalars['time']}")
    if "time.step is shortened from 0.0061 s to 0.006 s" not in warnings(with_length):
        found.append(f"no warning of a shorter step: {warnings(with_length)}")
    missed = copy.deepcopy(LEAPFROG)
    missed["output"]["scalars"]["every"] = "0.11 s"
    if "output.scalars writes up to a step after the multiples of 0.11 s" not in warnings(run(folder, "missed", missed, Machine(), mpi=False)):
        found.append("no warning of outputs that are missed")
    return found


# A record of steering: another end, other outputs and another parameter, in the middle of a leg and between its shortened steps.
STEERED = [{"iteration": 20, "set": ["time.stop.time=0.25"]}, {"iteration": 33, "set": ["output.scalars.every=0.03 s"]},
           {"iteration": 60, "set": ["GrayScott.feed=0.03", "output.scalars.every=0.04 s"]}]
STEERED_RESTARTS = [(19, Machine(2, (1, 1)), Machine(3)), (34, Machine(), Machine(4, (2, 2), {"ghost_zones": 6}))]


def steered(record):
    config = copy.deepcopy(WALL)
    config["thorns"] = [*config["thorns"], "GrayScott"]
    config["steering"] = {"replay": str(record)}
    return config


def check_steered(reference):
    """Every 0.03 s from step 33, just before 0.07 s, until step 60, just after 0.12 s, then every 0.04 s."""
    hit = [0, 0.09, 0.12, 0.16, 0.2, 0.24]
    times = reference.scalars["time"]
    if len(times) != len(hit) or any(abs(a - b) > 1e-15 for a, b in zip(times, hit)) or reference.summary["time"] != 0.25:
        return [f"outputs at {times}, end at {reference.summary['time']}"]
    return []


def main():
    thorns = sys.argv[sys.argv.index("--thorn-path") + 1]     # the tuner that draws lots
    failed = check(WALL, check_reference, MACHINES, CHANGING, RESTARTS, thorns, many_runs.Turns(SHARE, 1))
    with many_runs.folder() as folder:
        record = folder / "record.jsonl"
        record.write_text("".join(json.dumps(line) + "\n" for line in STEERED))
        machines = MACHINES if cardon_run.LONG else MACHINES[1::2]
        failed += check(steered(record), check_steered, machines, [], STEERED_RESTARTS, thorns, many_runs.Turns(SHARE, 2))
    for name, test in (("another end", lambda folder: ended_later(folder, WALL)), ("leapfrog", leapfrog)):
        with many_runs.folder() as folder:
            found = test(folder)
            print("FAILED" if found else "ok    ", name, *found, sep="\n  " if found else " ", flush=True)
            failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
