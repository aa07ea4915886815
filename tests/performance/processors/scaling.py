#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of applications on 1, 2, 4, ... cores of this computer: as ranks that are processes, as ranks that are threads, and as one
rank whose blocks and tiles are computed by threads.

    CARDON_BINARY=build/bin/cardon tests/performance/processors/scaling.py [CASE ...] [--cores 16] [--rounds 3]
    tests/performance/processors/scaling.py WaveToy --against './mpi_stencil 256 32 wave_tb 4'

Ways and numbers of cores take turns; medians of rounds, in millions of points per second and step, with the speed on one core as the
unit behind them. All answers must be the same. A program to compare with is started by mpirun on as many ranks, in the same rounds,
and its line must hold `best SPEED`, in billions of points per second. Nothing else should run."""
import argparse
import os
import re
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

SPHERE = {"width": 0.15, "centre": [0.5, 0.5, 0.5]}
# Points in each direction, steps, and sections.
CASES = {
    "WaveToy": (256, 192, {"WaveToy": {"initial": "gaussian", **SPHERE}, "time": {"courant": 0.5}}),
    "WaveMoL": (192, 24, {"WaveMoL": {"width": 0.15}, "time": {"courant": 0.25, "integrator": "rk4"}}),
    "Euler": (96, 16, {"Euler": {"initial": "wave", "amplitude": 0.2}, "time": {"courant": 0.4, "integrator": "rk2"}}),
    "EinsteinVacuum": (64, 8, {"time": {"courant": 0.25, "integrator": "rk4"}}),
}
WAYS = ("processes", "ranks that are threads", "threads of one rank")


def run(name, way, cores):
    """Millions of points per second and step, and the checksums."""
    points, steps, sections = CASES[name]
    config = {"thorns": [name, "GridDriver"], "grid": {"points": [points] * 3, "domain": [[0, 1]] * 3, "boundary": "periodic"}, **sections,
              "health": {"every": 0}, "checkpoint": {"on_stop": "never"}, "page": {"serve": "never"},
              "driver": {"threads": cores if way == WAYS[2] else 1}}
    config["time"] = {**sections["time"], "stop": {"iterations": steps}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], ranks=1 if way == WAYS[2] else cores,
                                 threads=way == WAYS[1] and cores > 1, timeout=600)
        if result.code != 0:
            raise RuntimeError(result.report())
        summary = cardon_run.RunFolder(folder / "out").summary
    return 1e-6 * points ** 3 * steps / summary["evolution_seconds"], str(summary["checksums"])


def run_other(command, cores):
    result = subprocess.run([cardon_run.MPIRUN, "-n", str(cores), *shlex.split(command)], capture_output=True, text=True,
                            env=cardon_run.environment(), check=True)
    return 1e3 * float(re.search(r"best\s+([\d.]+)", result.stdout)[1])


def measure(name, numbers, options):
    """Speeds by column and number of cores."""
    columns = [*options.ways, *options.against]
    speeds = {(column, cores): [] for cores in numbers for column in columns if cores > 1 or column not in WAYS[1:]}
    answers = set()
    for _ in range(options.rounds):
        for (column, cores), found in speeds.items():
            if column in WAYS:
                speed, answer = run(name, column, cores)
                answers.add(answer)
            else:
                speed = run_other(column, cores)
            found.append(speed)
    if len(answers) > 1:
        sys.exit(f"{name}: answers differ")
    return {key: statistics.median(found) for key, found in speeds.items()}


def table(name, numbers, speeds, columns):
    points, steps, _ = CASES[name]
    lines = [f"{name}, {points}^3 points, {steps} steps, load {os.getloadavg()[0]:.1f} at the end", "",
             "| cores | " + " | ".join(columns) + " |", "| --- " * (len(columns) + 1) + "|"]
    for cores in numbers:
        cells = [f"| {cores} "]
        for column in columns:
            alone = speeds.get((column, 1), speeds.get((columns[0], 1)))
            speed = speeds.get((column, cores))
            cells.append(f"| {speed:.4g} ({speed / alone:.2f}) " if speed else "| ")
        lines.append("".join(cells) + "|")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"{', '.join(CASES)}; default: all")
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)), help="most of them; default: all of this computer")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS, metavar="WAY", help=f"of {', '.join(WAYS)}; default: all")
    parser.add_argument("--against", action="append", default=[], metavar="COMMAND", help="another program; may be repeated")
    options = parser.parse_args()
    unknown = [case for case in options.cases if case not in CASES]
    if unknown:
        parser.error(f"no case is called {unknown[0]}: {', '.join(CASES)}")
    numbers = [2 ** n for n in range(options.cores.bit_length()) if 2 ** n <= options.cores]
    for name in options.cases or CASES:
        print(table(name, numbers, measure(name, numbers, options), [*options.ways, *options.against]), flush=True)


if __name__ == "__main__":
    main()
