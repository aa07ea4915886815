#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adaptive steps against fixed ones, as tables of flesh/doc/time-steps.md: errors and steps of three problems of gas (problems); time per
step and rejected steps over a slow link, emulated (link); time to solution over it, and without it, by errors and with fixed steps of
the same error (equal-error; --only: rows of these two whose names contain a word); steps rejected with several distances of
evaluations (leads); time per step without a network (local), and what runs pay that use none of it (idle).

    CARDON_BINARY=build/bin/cardon tests/performance/steps/steps.py [TABLE ...] [--rounds 3] [--only WORDS]
"""
import argparse
import copy
import math
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

# C.-W. Shu and S. Osher, J. Comput. Phys. 83, 32, 1989, example 8.
SHU_OSHER = {"initial": "expression", "max_speed": 4.6, "density_formula": "x < -4 ? 3.857143 : 1 + 0.2*sin(5*x)",
             "velocity_x_formula": "x < -4 ? 2.629369 : 0", "pressure_formula": "x < -4 ? 10.33333 : 1"}
SEDOV = {"initial": "sedov", "explosion_energy": 1, "width": 0.03, "pressure": 1e-5, "riemann": "hll"}
# Name, parameters, cells, domain, end, integrator, boundary.
PROBLEMS = [("Sod", {"initial": "riemann"}, [400], [[0, 1]], 0.2, "ssprk3", "neumann"),
            ("Shu-Osher", SHU_OSHER, [400], [[-5, 5]], 1.8, "ssprk3", "neumann"),
            ("blast wave", SEDOV, [100, 100], [[0, 0.6]] * 2, 0.25, "rk2", "reflecting")]
REFERENCE = 8    # times as many cells for Shu-Osher, which has no exact solution

RULES = {"fixed": None, "limits": {"by": "limits", "every": 5}}

# Two ranks on two sites; a step computes for about 50 ms.
LINKED = {
    "thorns": ["Euler", "GridDriver"],
    "grid": {"cells": [240, 120], "domain": [[0, 1], [0, 0.5]]},
    "time": {"integrator": "rk2", "stop": {"iterations": 240}},
    "Euler": {"initial": "wave", "amplitude": 0.2, "velocity": [0.3, 0.1, 0]},
    "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}],
                "links": [{"between": ["a", "b"], "latency": "75 ms", "bandwidth": "6 MB/s"}], "emulate": True},
    "driver": {"ghost_zones": {"a-b": 48}, "compression": "none", "blocks_per_rank": 1, "decomposition": "fixed",
               "calibration": "never"},
    "emulated_compute": {"per_point": "0.5 us"},
}
TUBE = {"Euler": {"initial": "riemann"}, "grid": {"cells": [240, 120], "domain": [[0, 1], [0, 0.5]],
                                                  "boundary": ["neumann", "periodic"]}}
# With it, steps last 15 to 30 ms.
SHORT = {"emulated_compute": {"per_point": "0.1 us"}}
BY_ERRORS = ((1e-3, 1e-3), (1e-5, 1e-5), (0.03, 1e-9))     # relative and absolute tolerance


def by_errors(relative, absolute, **more):
    return {"by": "errors", "tolerance": relative, "absolute_tolerance": absolute, **more}


def short_by_errors(name, changes, tolerances):
    """Rows with steps of 15 to 30 ms, with the default lead and with a shorter one."""
    changes = {**changes, **SHORT, "integrator": "bs32"}
    rows = [(f"{name}, bs32, fixed, short steps", changes, 4e-4)]
    for relative, absolute in tolerances:
        for more in ({}, {"lead": 8}):
            rows.append((f"{name}, bs32, by errors, {relative:g} and {absolute:g}, short steps{', lead 8' if more else ''}", changes,
                         by_errors(relative, absolute, **more)))
    return rows


# What is run, changes of LINKED, fixed step or rule. A row is compared with the last fixed one before it.
LINK_RUNS = [
    ("wave, rk2, fixed", {}, 4e-4),
    ("wave, rk2, by limits", {}, {"by": "limits"}),
    ("wave, rk2, by limits, lead 0", {}, {"by": "limits", "every": 1, "lead": 0}),
    ("wave, bs32, fixed", {"integrator": "bs32"}, 4e-4),
    ("wave, bs32, by errors, 0.0001 and 1e-09", {"integrator": "bs32"}, by_errors(1e-4, 1e-9)),
    ("shock tube, rk2, fixed", TUBE, 4e-4),
    ("shock tube, rk2, by limits", TUBE, {"by": "limits"}),
    ("shock tube, rk2, by limits, bold", TUBE, {"by": "limits", "every": 40, "safety": 1, "growth": 2, "first": 1}),
    ("shock tube, bs32, fixed", {**TUBE, "integrator": "bs32"}, 4e-4),
    *((f"shock tube, bs32, by errors, {relative:g} and {absolute:g}", {**TUBE, "integrator": "bs32"}, by_errors(relative, absolute))
      for relative, absolute in BY_ERRORS),
    ("shock tube, bs32, by errors, 2e-05 and 2e-05, safety 0.72", {**TUBE, "integrator": "bs32"}, by_errors(2e-5, 2e-5, safety=0.72)),
    ("shock tube, bs32, by errors, bold", {**TUBE, "integrator": "bs32"},
     by_errors(0.03, 1e-9, every=40, safety=1, growth=2, first=1)),
    ("wave, rk2, fixed, short steps", SHORT, 4e-4),
    ("wave, rk2, by limits, short steps", SHORT, {"by": "limits"}),
    ("wave, rk2, by limits, short steps, every 8", SHORT, {"by": "limits", "every": 8}),
    ("shock tube, rk2, fixed, short steps", {**TUBE, **SHORT}, 4e-4),
    ("shock tube, rk2, by limits, short steps", {**TUBE, **SHORT}, {"by": "limits"}),
    ("shock tube, rk2, by limits, short steps, every 8", {**TUBE, **SHORT}, {"by": "limits", "every": 8}),
    *short_by_errors("wave", {}, [(1e-4, 1e-9)]),
    *short_by_errors("shock tube", TUBE, BY_ERRORS),
]
# To the end over the link, in short steps: what is run, changes of LINKED, end, tolerances, and numbers of fixed steps around that with
# the same error.
FIXED = (240, 340, 480, 680, 960, 1360, 1920, 2700)
TO_THE_END = [("shock tube, 1e-3 and 1e-3", TUBE, 0.2, by_errors(1e-3, 1e-3), FIXED),
              ("shock tube, 1e-5 and 1e-5", TUBE, 0.1, by_errors(1e-5, 1e-5), FIXED),
              ("shock tube, 0.03 and 1e-9", TUBE, 0.1, by_errors(0.03, 1e-9), FIXED),
              ("Shu-Osher, 1e-3 and 1e-3", {"Euler": SHU_OSHER, "grid": {**TUBE["grid"], "domain": [[-5, 5], [0, 5]]}}, 1.8,
               by_errors(1e-3, 1e-3), FIXED)]
# Of the tables on one rank: the tube.
NARROW = {"thorns": ["Euler"], "Euler": TUBE["Euler"], "grid": {**TUBE["grid"], "cells": [240, 4], "domain": [[0, 1], [0, 4 / 240]]}}


def seconds_in(run, region):
    """Of the rank that spent most."""
    rows = [line.split("\t") for line in (run.path / "performance.tsv").read_text().splitlines()]
    return max([float(row[5]) for row in rows if row[0] == region], default=0)


def run(config, ranks=1):
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], ranks=ranks, threads=ranks > 1, timeout=300)
        if result.code != 0:
            sys.exit(result.report())
        run = cardon_run.RunFolder(folder / "out")
        lines = sorted((folder / "out").rglob("*.x.*tsv")) if "lines" in config.get("output", {}) else []
        summary = {**run.summary, "waiting": seconds_in(run, "exchange a-b: wait"), "stepping": seconds_in(run, "adaptive steps")}
        return summary, run.scalars if "scalars" in config.get("output", {}) else {}, last_line(lines)


def last_line(files):
    """The densities in the table of a line."""
    if not files:
        return []
    rows = [line.split("\t") for line in files[-1].read_text().splitlines() if line and not line.startswith("#")]
    return [float(row[-1]) for row in rows[1:]]


def gas(problem, rule, cells=None):
    name, parameters, grid, domain, end, integrator, boundary = problem
    time = {"courant": 0.5, "integrator": integrator, "stop": {"time": end}, **({"adaptive": rule} if rule else {})}
    return {"thorns": ["Euler"], "time": time, "Euler": parameters,
            "grid": {"cells": cells or grid, "boundary": boundary, "domain": domain},
            "output": {"scalars": {"every": end if rule else float(end), "fields": ["error"], "reductions": ["l1"]},
                       "lines": {"every": end if rule else float(end), "fields": ["rho"], "direction": "x"}}}


def problems():
    print("| problem | steps | number | rejected | error of the density (L1) |\n|---|---|---|---|---|")
    for problem in PROBLEMS:
        fine = []
        if problem[0] == "Shu-Osher":
            many = run(gas(problem, None, [REFERENCE * problem[2][0]]))[2]
            fine = [statistics.fmean(many[n:n + REFERENCE]) for n in range(0, len(many), REFERENCE)]
        for name, rule in RULES.items():
            summary, scalars, line = run(gas(problem, rule))
            error = statistics.fmean(abs(a - b) for a, b in zip(line, fine)) if fine else scalars["error.l1"][-1]
            print(f"| {problem[0]} | {name} | {summary['iterations']} | {summary.get('rejected_steps', 0)} | {error:.4g} |", flush=True)


def steps_by(rule):
    """A part of the section time: adaptive steps, or the length of fixed ones."""
    return {"courant": 0.5, "adaptive": rule} if isinstance(rule, dict) else {"step": rule}


def linked(changes, rule):
    config = copy.deepcopy(LINKED)
    for key, value in changes.items():
        if key == "integrator":
            config["time"][key] = value
        else:
            config[key] = copy.deepcopy(value)
    config["time"] |= steps_by(rule)
    return config


def link(rounds, only):
    runs = [row for row in LINK_RUNS if only in row[0]]
    print("| run | s in steps | waiting for ghosts, for the rule, s | rejected (times) | time reached, s | against fixed | per step computed |\n"
          "|---|---|---|---|---|---|---|")
    done = {name: [] for name, _, _ in runs}
    for _ in range(rounds):
        for name, changes, rule in runs:
            done[name].append(run(linked(changes, rule), 2)[0])
    fixed = None
    for name, _, rule in runs:
        summary, times = done[name][-1], [each["evolution_seconds"] for each in done[name]]
        seconds, rejected = statistics.median(times), summary.get("rejected_steps", 0)
        if not isinstance(rule, dict):
            fixed = seconds
        against = [seconds / fixed, seconds / fixed * summary["iterations"] / (summary["iterations"] + rejected)]
        shares = " | ".join(f"{100 * (each - 1):+.1f} %" for each in against) if isinstance(rule, dict) else " | "
        waits = ", ".join(f"{statistics.median(each[part] for each in done[name]):.2f}" for part in ("waiting", "stepping"))
        print(f"| {name} | {seconds:.2f} ({min(times):.2f} to {max(times):.2f}) | {waits} | {rejected} ({summary.get('rejections', 0)}) | "
              f"{summary['time']:.3f} | {shares} |", flush=True)


def leads():
    """One rank: steps rejected, of those taken."""
    print("| every, lead | " + " | ".join(problem[0] for problem in PROBLEMS) + " |\n|---|---|---|---|")
    for every in (None, 8, 16, 24, 32):
        rule = {"by": "limits", **({"every": every, "lead": every} if every else {})}
        cells = []
        for problem in PROBLEMS:
            summary = run(gas(problem, rule))[0]
            cells.append(f"{summary['rejected_steps']} of {summary['iterations']}")
        print(f"| {every or 'default'} | {' | '.join(cells)} |", flush=True)
    rules = ({"every": 8}, {"every": 24}, {}, {"lead": 8}, {"lead": 24})
    print("\n| tolerances | " + " | ".join(str(rule) for rule in rules) + " |\n|---|---|---|---|---|---|")
    for relative, absolute in BY_ERRORS[1:]:
        cells = []
        for rule in rules:
            time = {"integrator": "bs32", "stop": {"iterations": 960}, **steps_by(by_errors(relative, absolute, **rule))}
            summary = run({**NARROW, "time": time})[0]
            cells.append(f"{summary['rejected_steps']} rejected, until {summary['time']:.3f} s")
        print(f"| {relative:g} and {absolute:g} | {' | '.join(cells)} |", flush=True)


def to_the_end(changes, end, steps):
    """On one rank and four rows of cells: what is reported, and the densities at the end."""
    grid = {**LINKED["grid"], **changes.get("grid", {})}
    low, high = grid["domain"][0]
    config = {"thorns": ["Euler"], "Euler": changes.get("Euler", LINKED["Euler"]),
              "grid": {**grid, "cells": [240, 4], "domain": [[low, high], [0, (high - low) / 60]]},
              "time": {"integrator": "bs32", "stop": {"time": end}, **steps_by(steps)},
              "output": {"lines": {"every": f"{end} s", "fields": ["rho"], "direction": "x"}}}
    summary, _, line = run(config)
    return summary, line


def seconds_to_the_end(changes, end, steps, latency):
    config = linked({**changes, **SHORT, "integrator": "bs32"}, steps)
    config["time"]["stop"] = {"time": end}
    config["machine"]["links"][0]["latency"] = latency
    if latency == "0 ms":
        config["machine"]["links"][0]["bandwidth"] = "10 GB/s"
    summary = run(config, 2)[0]
    return summary["evolution_seconds"], summary


def equal_error(only):
    print("| problem, tolerances | steps | rejected (times) | s over 75 ms | s without a link | fixed steps with this error | s over 75 ms | "
          "s without a link | by errors / fixed |\n|---|---|---|---|---|---|---|---|---|")
    for name, changes, end, rule, numbers in (row for row in TO_THE_END if only in row[0]):
        reference = to_the_end(changes, end, end / 20000)[1]

        def error(line):
            return statistics.fmean(abs(a - b) for a, b in zip(line, reference))

        summary, line = to_the_end(changes, end, rule)
        same = steps_with(error(line), {steps: error(to_the_end(changes, end, end / steps)[1]) for steps in numbers})
        times = []
        for steps in (rule, end / same):
            for latency in ("75 ms", "0 ms"):
                seconds, last = seconds_to_the_end(changes, end, steps, latency)
                times.append(seconds)
                if steps is rule and last["iterations"] != summary["iterations"]:
                    sys.exit(f"{name}: {last['iterations']} steps over {latency}, {summary['iterations']} on one rank")
        seconds = [f"{each:.2f}" for each in times]
        rejected = f"{summary['rejected_steps']} ({summary['rejections']})"
        print(f"| {name} | {summary['iterations']} | {rejected} | {seconds[0]} | {seconds[1]} | {same} | {seconds[2]} | {seconds[3]} | "
              f"{times[0] / times[2]:.3f} |", flush=True)


def steps_with(error, fixed):
    """Errors scatter, as they depend on where a shock is at the end: by a straight line through the logarithms of all of them."""
    x, y = [[math.log(value) for value in values] for values in (fixed.keys(), fixed.values())]
    slope, start = statistics.linear_regression(x, y)
    return round(math.exp((math.log(error) - start) / slope))


def local(rounds):
    """One rank, without padding: what evaluations and copies cost."""
    base = {"thorns": ["Euler"], "grid": {"cells": [256, 256], "domain": [[0, 1]] * 2}, "Euler": LINKED["Euler"]}
    time = {"integrator": "rk2", "stop": {"iterations": 120}}
    rules = {"fixed": 2e-4, "by limits, every 40": {"by": "limits", "every": 40}, "by limits, every 8 (default)": {"by": "limits"}}
    times = {name: [] for name in rules}
    for _ in range(rounds):
        for name, rule in rules.items():
            times[name].append(run({**base, "time": {**time, **steps_by(rule)}})[0]["evolution_seconds"])
    print("| steps | ms per step, median | least |\n|---|---|---|")
    for name, seconds in times.items():
        print(f"| {name} | {1e3 * statistics.median(seconds) / 120:.3f} | {1e3 * min(seconds) / 120:.3f} |", flush=True)


# What chooses steps, and what scalars that tasks read or that are a state cost.
STEPPING = re.compile(r"cardon::(Step(Scalars|Clock|Control|Limits|Errors)|FixedSteps|ScalarState|Simulation::(choose_step|confirm_steps|"
                      r"is_looked_at|run_scalar_tasks|combine_before|failure_of_step))\b")


def idle():
    """A grid so small that a step is little else than what a run does between tasks, sampled by perf."""
    if not shutil.which("perf"):
        sys.exit("steps.py idle needs perf")
    config = {"thorns": ["WaveToy"], "grid": {"points": [6, 6, 6], "boundary": "periodic"}, "time": {"stop": {"iterations": 200000}},
              "checkpoint": {"on_stop": "never"}}
    with cardon_run.folder() as folder:
        file, samples = cardon_run.write_parfile(folder / "case.yaml", config), folder / "perf.data"
        subprocess.run(["perf", "record", "-q", "-o", samples, cardon_run.BINARY, "run", file, "--out", folder / "out", "--quiet"], check=True)
        report = subprocess.run(["perf", "report", "-q", "-i", samples, "--stdio", "-g", "none", "--percent-limit", "0"], check=True,
                                capture_output=True, text=True).stdout
        seconds = cardon_run.RunFolder(folder / "out").summary["evolution_seconds"]
    share = sum(float(line.split("%")[0]) for line in report.splitlines() if STEPPING.search(line))
    each = 1e6 * seconds / config["time"]["stop"]["iterations"]
    print(f"{each:.2f} us per step of 6 x 6 x 6 points, of which {share:.1f} %, {each * share / 100:.2f} us, are for steps and scalars", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="problems, link, leads, equal-error, local, idle; all of them if left out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="link, equal-error: a part of the names of rows")
    options = parser.parse_args()
    for name, table in (("problems", problems), ("link", lambda: link(options.rounds, options.only)), ("leads", leads),
                        ("equal-error", lambda: equal_error(options.only)), ("local", lambda: local(4 * options.rounds)), ("idle", idle)):
        if not options.what or name in options.what:
            table()


if __name__ == "__main__":
    main()
