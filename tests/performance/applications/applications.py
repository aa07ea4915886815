#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points per second of the shipped applications with fields in three directions, on one rank, in plain sweeps and in tiles,
beside what the core allows. Runs take turns; medians. Bits are compared as well.

    CARDON_BINARY=build/bin/cardon tests/performance/applications/applications.py [--points 128 256] [--rounds 3] [--only Euler]

Bytes: 8 for each field that a task of a step reads or writes, with the sums of the integrator, as if every task swept over
memory; the columns of neighbours that a stencil reads are in the cache. Operations are those that tasks declare, without the
integrator's; quotients and square roots are those that they execute (`cardon check --operations`). Limits are those of
performance_limits: a triad on large arrays, additions and multiplications in registers, quotients, square roots. The limit that
binds is the one that gives the lowest speed; tiles may exceed that of memory."""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

SLOW = re.compile(r"^ +(\S+) +[0-9.e+]+(?:, declared [0-9.e+]+)?(?:; quotients ([0-9.e+]+))?(?:[;,] square roots ([0-9.e+]+))?$", re.M)
RK4 = {"integrator": "rk4", "courant": 0.2}
GAS = {"initial": "expression", "max_speed": 2.5, "density_formula": "1 + 0.3*sin(2*pi*(x + 2*y))",
       "velocity_x_formula": "0.4*cos(2*pi*y)", "velocity_y_formula": "0.3*sin(2*pi*x)",
       "pressure_formula": "1 + 0.2*cos(2*pi*(x - y))"}

# Steps of a segment in tiles; steps of a run, so many that the first touch of memory matters little; sections.
CASES = {
    "WaveToy": (8, 40, {}),
    "WaveToy, order 4": (8, 40, {"WaveToy": {"order": 4}}),
    "WaveMoL, order 4": (1, 24, {"WaveMoL": {"width": 0.3, "order": 4}, "time": RK4}),
    "WaveMoL, order 4, icn": (1, 24, {"WaveMoL": {"width": 0.3, "order": 4}, "time": {**RK4, "integrator": "icn"}}),
    "Diffusion": (8, 40, {}),
    "Diffusion, medium": (8, 40, {"Diffusion": {"medium": "variable"}}),
    "TensorHeat": (2, 8, {}),
    "Maxwell": (2, 12, {}),
    "AcousticWave": (4, 20, {}),
    "GrayScott": (2, 12, {}),
    "AllenCahn": (2, 12, {}),
    "Flame": (2, 12, {}),
    "Euler": (1, 30, {"Euler": GAS, "time": {"integrator": "rk2", "courant": 0.5}}),
    "EinsteinVacuum": (1, 12, {"time": {"integrator": "rk4", "courant": 0.25}}),
}


def steps_of(name, points):
    """Of a run: fewer on large grids, but two segments in tiles."""
    segment, steps, _ = CASES[name]
    return steps if points < 200 else max(2 * segment, steps // 4)


def run(name, points, tiles, counted):
    """What a run with these tiles leaves in its summary, with the bytes that its tasks read and write per point and step, and what is
    slow of their operations, if these are counted."""
    _, _, sections = CASES[name]
    config = {"thorns": [name.split(",")[0]], "grid": {"points": [points] * 3, "boundary": "periodic"}, **sections,
              "driver": {"tiles": tiles}, "checkpoint": {"on_stop": "never"}, "health": {"every": 0}}
    config["time"] = {**sections.get("time", {}), "stop": {"iterations": steps_of(name, points)}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], timeout=600)
        if result.code != 0:
            raise RuntimeError(result.report())
        schedule = json.loads(many_runs.call(["list", "schedule", file, "--json"]).out)
        slow = slow_operations(file, schedule) if counted else {}
        return {**cardon_run.RunFolder(folder / "out").summary, "bytes_per_point": bytes_of(schedule), **slow}


def bytes_of(schedule):
    """Of fields that the tasks of a step read and write."""
    lists = [task[access] for task in schedule if task["when"] == "step" and not task["every"] for access in ("reads", "writes")]
    # "phi (2), E_x (0, 2, 2)": widths are not fields.
    fields = [field for text in lists for field in re.sub(r" \([^)]*\)", "", text).split(", ") if field]
    return 8 * len(fields)


def slow_operations(file, schedule):
    """Quotients and square roots per point and step."""
    # "Euler::rhs_mc_hllc [1/2]" in each stage; not "rk4 [1/4]" or "boundary of Euler::rho".
    tasks = [match[1] for task in schedule if task["when"] == "step" and not task["every"]
             if (match := re.match(r"(\w+::\w+)(?: \[|$)", task["task"]))]
    check = many_runs.call(["check", file, "--operations-of", ",".join(sorted(set(tasks)))], timeout=600)
    if check.code != 0:
        raise RuntimeError(check.report())
    counts = {task: (float(quotients or 0), float(roots or 0)) for task, quotients, roots in SLOW.findall(check.out)}
    calls = [counts.get(task, (0, 0)) for task in tasks]
    return {"quotients_per_point": sum(each[0] for each in calls), "roots_per_point": sum(each[1] for each in calls)}


def limits():
    """Bytes, operations, quotients and roots per second of a core."""
    program = cardon_run.BINARY.parent / "performance_limits"
    return json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)


@cache
def limits_at_start():
    """Of the first row, for one round, which measures nothing well."""
    return limits()


def millions(speed):
    return f"{1e-6 * speed:.0f}" if speed >= 1e8 else f"{1e-6 * speed:.3g}"


def row(name, points, rounds, counted=True):
    """A line of the table."""
    plain, tiled, found_limits = [], [], []
    for _ in range(rounds):
        found_limits.append(limits_at_start() if rounds == 1 else limits())
        for tiles, found in (("never", plain), ({"steps": CASES[name][0]}, tiled)):
            found.append(run(name, points, tiles, counted and tiles == "never"))
    if len({str(summary["checksums"]) for summary in plain + tiled}) > 1:
        sys.exit(f"{name}: tiles change the answer")
    speeds = [statistics.median(summary["points_per_second"] for summary in found) for found in (plain, tiled)]
    core = {key: statistics.median(found[key] for found in found_limits) for key in found_limits[0]}
    size, flops = plain[0]["bytes_per_point"], plain[0].get("flops_per_point") or 0
    quotients, roots = plain[0].get("quotients_per_point", 0), plain[0].get("roots_per_point", 0)
    bound = max((size / core["bytes_per_second"], "memory"), (flops / core["operations_per_second"], "arithmetic"),
                (quotients / core["quotients_per_second"] + roots / core["roots_per_second"], "quotients and roots"))
    share = " | ".join(f"{100 * speed * bound[0]:.0f} %" for speed in speeds)
    return (f"| {name} | {points} | {size} | {f'{flops:.0f}' if flops else ''} | {quotients:g} | {roots:g} | "
        f"{millions(speeds[0])} | {millions(speeds[1])} | {speeds[1] / speeds[0]:.2f} | {bound[1]} | {share} |")


def points_of(name, points):
    """In each direction. EinsteinVacuum takes 30 times as much memory and a thousand times as long."""
    return (96 if points == 256 else points // 2) if name == "EinsteinVacuum" else points


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, nargs="+", default=[128],
                        help="in each direction; EinsteinVacuum: half as many, and 96 for 256")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="cases whose names begin like this")
    parser.add_argument("--counted", default=list(CASES), nargs="+", help="cases whose quotients and square roots are counted; else all")
    options = parser.parse_args()
    if not any(name.startswith(options.only) for name in CASES):
        sys.exit(f"no case begins with {options.only}: {', '.join(CASES)}")
    print("| application | points | bytes | operations | quotients | roots | Mpoint/s, plain | in tiles | tiles/plain | limit | plain | in tiles |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for name in CASES:
        for points in options.points:
            if name.startswith(options.only):
                print(row(name, points_of(name, points), options.rounds, name in options.counted), flush=True)
    found = limits()
    print(f"one core: {1e-9 * found['bytes_per_second']:.1f} GB/s, {1e-9 * found['operations_per_second']:.0f} G operations/s; "
          f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
