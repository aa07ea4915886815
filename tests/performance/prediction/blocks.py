#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the time of a step that `cardon predict` gives for 1 to 32 blocks per rank with that of runs whose ranks compute,
on one site: what blocks and their faces cost.

    tests/performance/prediction/blocks.py                 # all problems, medians of 5 runs in turn
    tests/performance/prediction/blocks.py wave --ranks 1 --runs 3

Predictions measure the tasks on this computer; nothing else should run on it.
"""
import argparse
import json
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

BLOCKS = (1, 2, 4, 8, 16, 32)
PROBLEMS = {
    "wave": {"thorns": ["WaveToy", "GridDriver"], "grid": {"points": [96, 96, 96], "domain": [[-1, 1]] * 3, "boundary": "radiative"},
             "time": {"stop": {"iterations": 400}, "courant": 0.5}, "WaveToy": {"initial": "gaussian", "radius": 0, "width": 0.3}},
    "mol": {"thorns": ["WaveMoL", "GridDriver"], "grid": {"points": [64, 64, 64], "domain": [[0, 1]] * 3, "boundary": "periodic"},
            "time": {"stop": {"iterations": 100}, "courant": 0.25, "integrator": "rk4"}},
    "euler": {"thorns": ["Euler", "GridDriver"], "grid": {"points": [64, 64, 64], "domain": [[0, 1]] * 3, "boundary": "periodic"},
              "time": {"stop": {"iterations": 40}, "courant": 0.3}},
    "einstein": {"thorns": ["EinsteinVacuum", "GridDriver"],
                 "grid": {"points": [32, 32, 64], "domain": [[0, 1], [0, 1], [0, 2]], "boundary": "periodic"},
                 "time": {"stop": {"iterations": 36}, "courant": 0.25, "integrator": "rk4"},
                 "EinsteinVacuum": {"initial": "linear_wave", "amplitude": 1e-8, "wavenumber": [0, 1, 1], "lapse": "harmonic",
                                    "shift": "none"}}}


def config(problem, blocks):
    return {"title": f"{problem} in blocks", "driver": {"blocks_per_rank": blocks, "calibration": "never", "decomposition": "fixed"},
            "tuning": {"tuner": "none"}, "balance": {"balancer": "none"}, "checkpoint": {"on_stop": "never"}, **PROBLEMS[problem]}


def call(arguments, folder):
    result = cardon_run.call(arguments, ranks=1, cwd=folder, timeout=300)
    if result.code:
        sys.exit(result.report())
    return result


def predict(folder, ranks):
    return json.loads(call(["predict", "case.yaml", "--ranks", str(ranks), "--json"], folder).out)


def measure(folder, ranks, number):
    out = f"out-{number}"
    call(["run", "case.yaml", "--ranks", str(ranks), "--out", out], folder)
    summary = cardon_run.RunFolder(folder / out).summary
    return summary["evolution_seconds"] / summary["iterations"]


def compare(problem, ranks, runs):
    """Lists of blocks, measured and predicted s per step; and the first prediction's figures."""
    measured, predicted, known = {n: [] for n in BLOCKS}, {n: [] for n in BLOCKS}, None
    with cardon_run.folder() as folder:
        for n in range(runs):
            for blocks in BLOCKS:
                cardon_run.write_parfile(folder / "case.yaml", config(problem, blocks))
                measured[blocks].append(measure(folder, ranks, f"{blocks}-{n}"))
                if n < 3:
                    found = predict(folder, ranks)
                    known = known or found
                    predicted[blocks].append(found["as_set"]["seconds_per_step"])
    return [(n, statistics.median(measured[n]), statistics.median(predicted[n])) for n in BLOCKS], known


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("problems", nargs="*", default=list(PROBLEMS), help="default: all")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    for problem in options.problems:
        rows, known = compare(problem, options.ranks, options.runs)
        print("\n".join(line for line in known["known"] if line.startswith(("compute", "blocks", "copies"))))
        print(f"{problem:<10}{'blocks':>8}{'measured ms':>14}{'predicted ms':>14}{'error':>9}")
        for blocks, found, told in rows:
            print(f"{'':<10}{blocks:>8}{1e3 * found:>14.3f}{1e3 * told:>14.3f}{100 * (told / found - 1):>8.1f}%")


if __name__ == "__main__":
    sys.exit(main())
