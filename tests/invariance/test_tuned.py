#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The answer does not depend on what a tuner does: with one that draws lots, and so changes depth, codecs, overlap, blocks and
weights every few steps, it is, to the last byte, that of UnigridDriver on one rank.

Every problem of cases.py runs once, on machines that differ from problem to problem. With CARDON_LONG_TESTS=1 there are
several machines and lots for each.
"""
import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import grid_cases  # noqa: E402
import launches  # noqa: E402
import test_grid  # noqa: E402
import test_invariance as plain  # noqa: E402

STEPS = 80
KINDS = ("depth", "codecs", "overlap", "blocks", "weights")
SETS = 6 if plain.LONG else 1
MACHINES = [(2, 2, "even"), (3, 3, "even"), (4, 2, "uneven"), (4, 2, "topology"), (3, 2, "even"), (5, 3, "uneven")]


def combination(number, repeat):
    """Ranks, sites and links, other ones for each problem."""
    ranks, sites, shape = MACHINES[(number + 5 * repeat) % len(MACHINES)]
    return {"ranks": ranks, "sites": sites, "shape": shape, "axis": "auto",
            "transport": ("emulated", "jitter", "direct")[(number + repeat) % 3],
            "look": ("seldom", "every", "lines")[(number // 2 + repeat) % 3]}


def parfile(physics, machine, seed, moving):
    config = test_grid.parfile(physics, machine["look"])
    config["thorns"].append("GridDriver")
    config["machine"] = grid_cases.machine(physics, machine)
    tiles = tuple(grid_cases.cases.TILES.values())[seed % len(grid_cases.cases.TILES)]
    config["driver"] = {"calibration": "never", "piece_bytes": 2000, "tiles": tiles}
    config["tuning"] = {"tuner": "random", "seed": seed}
    if moving:
        config["balance"] = grid_cases.balance(seed)
    return config


def over_mpi():
    """Of all applications together: (application, repeat, number) of those runs that are to go over MPI."""
    applications = {p.thorn for p in grid_cases.cases.PHYSICS}
    listed = [(application, repeat, number) for application in sorted(applications) for repeat in range(SETS)
              for number in range(len(grid_cases.problems(application)))]
    settings = [{"application": application, **combination(number, repeat)} for application, repeat, number in listed]
    return {listed[n] for n in launches.over_mpi(settings)}


def changes_of(run):
    """What the tuner changed, in words."""
    lines = (run.path / "decisions.jsonl").read_text().splitlines()
    return [text for text in (json.loads(line)["change"] for line in lines) if text]


def check(application, thorns):
    """Runs all problems; returns counts of what became of them and of the kinds of changes."""
    outcome, mpi_runs = Counter(), over_mpi()
    problems = [replace(p, iterations=STEPS) for p in grid_cases.problems(application).values()]
    with cardon_run.folder() as folder:
        references = test_grid.References(folder)
        for repeat in range(SETS):
            for number, physics in enumerate(problems):
                machine = combination(number, repeat)
                try:
                    reference = references.find(physics, machine["look"])
                    moving = (number + repeat) % 3 == 1     # settings, and owners of blocks in between
                    tuned = test_grid.run(parfile(physics, machine, 1 + number + 100 * repeat, moving), machine["ranks"],
                                          folder / f"tuned-{repeat}-{number}", (application, repeat, number) in mpi_runs,
                                          thorns)
                    found, changes = test_grid.differences(reference, tuned), changes_of(tuned)
                    outcome.update(kind for kind in KINDS for text in changes if kind in text)
                    outcome["changes"] += len(changes)
                    outcome["moves"] += test_grid.moves_of(tuned)
                except test_grid.Refused as refused:
                    outcome["refused"] += 1
                    print(f"skipped {physics.name} {machine}: {refused}", flush=True)
                    continue
                except RuntimeError as error:
                    found = [str(error)]
                outcome["different" if found else "same"] += 1
                if found:
                    print(f"FAILED {application} {physics.name} on {machine}:\n  " + "\n  ".join(found), flush=True)
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--application", required=True, help="problems of this thorn")
    parser.add_argument("--thorn-path", required=True, help="folder with the tuner that draws lots")
    options = parser.parse_args()
    outcome = check(options.application, options.thorn_path)
    runs = outcome["same"] + outcome["different"]
    kinds = ", ".join(f"{outcome[kind]} of {kind}" for kind in KINDS)
    print(f"{options.application}: {outcome['same']} of {runs} tuned runs the same as UnigridDriver on one rank, "
          f"{outcome['refused']} too large for their grids; {outcome['changes']} changes: {kinds}; "
          f"{outcome['moves']} blocks migrated")
    if outcome["refused"] > runs // 4:
        print("FAILED too few runs")
        return 1
    # Runs in which nothing changed prove nothing. Weights stay where blocks migrate.
    idle = [kind for kind in KINDS if outcome[kind] < (runs // 2 if kind == "weights" else runs)]
    if outcome["moves"] == 0:
        print("FAILED no blocks migrated")
        return 1
    if idle or outcome["changes"] < 3 * runs:
        print(f"FAILED too few changes{' of ' + ', '.join(idle) if idle else ''}")
        return 1
    return 1 if outcome["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
