#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The answer does not depend on what a tuner does: with one that draws lots, and so changes depth, codecs, overlap, blocks and
weights every few steps, it is, to the last byte, that of UnigridDriver on one rank. So it is where senders choose codecs of their own.

So many problems of each application run that every value of the machines' settings, kind of tiles and kind of outputs occurs, with
and without blocks that migrate besides. With CARDON_LONG_TESTS=1 every problem runs once, on machines that differ from problem to
problem; with CARDON_LONG_TESTS=all there are several machines and lots for each.
"""
import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import grid_cases  # noqa: E402
import launches  # noqa: E402
import many_runs  # noqa: E402
import short_lists  # noqa: E402
import test_grid  # noqa: E402
import test_invariance as plain  # noqa: E402

STEPS = 80
KINDS = ("depth", "codecs", "overlap", "blocks", "weights")
SETTLED = 1000      # seed with which the tuner sets the first chain and then rests
SLOW_FIRST = [["zlib-9"], ["extrapolate", "bitpack"]]     # all agree on the first, senders go over to the other
SETS = 6 if plain.LONG == 2 else 1
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
    config["driver"] = {"calibration": "never", "piece_bytes": grid_cases.piece_bytes(physics, 2000),
                        "tiles": grid_cases.cases.TILES[tiles_of(seed)]}
    config["tuning"] = {"tuner": "random", "seed": seed}
    if moving:
        config["balance"] = {**grid_cases.balance(seed), "between_sites": "never"}     # the tuner changes nothing otherwise
    return config


def seed_of(repeat, number):
    return 1 + number + 100 * repeat


def tiles_of(seed):
    return tuple(grid_cases.cases.TILES)[seed % len(grid_cases.cases.TILES)]


def listed(application, version=plain.LONG):
    """[((set, number of the problem), combination)] of the runs of an application."""
    found = []
    for repeat in range(SETS):
        for number, problem in enumerate(grid_cases.problems(application)):
            moving = (number + repeat) % 3 == 1     # settings, and owners of blocks in between
            found.append(((repeat, number), {short_lists.PROBLEM: problem, **combination(number, repeat), "moving": moving,
                                             "tiles": tiles_of(seed_of(repeat, number))}))
    if version > 0:
        return found
    return [found[n] for n in short_lists.choose([c for _, c in found], application, [], 0)]


def over_mpi(application):
    """Those of these runs, as (set, number of the problem), that are to go over MPI; in the long versions, every value of every
    setting for all applications together."""
    if plain.LONG == 0:
        runs = listed(application)
        return {runs[n][0] for n in launches.over_mpi([c for _, c in runs], application)}
    runs = [(name, key) for name in short_lists.APPLICATIONS for key, _ in listed(name)]
    chosen = launches.over_mpi([{"application": name, **combination(number, repeat)} for name, (repeat, number) in runs], application)
    return {runs[n][1] for n in chosen if runs[n][0] == application}


def changes_of(run):
    """What the tuner changed, in words."""
    lines = [json.loads(line) for line in (run.path / "decisions.jsonl").read_text().splitlines()]
    return [line["change"] for line in lines if line["change"] and line["decided_by"] == "tuner"]


def own_codecs(run):
    """Whether ranks send through other codecs than all agreed on, at the end of the run."""
    return any(link["ranks_with_own_codecs"] for link in run.summary["links"])


class Checks:
    """Runs of an application, each compared with UnigridDriver, and counts of what became of them and of the kinds of changes."""

    def __init__(self, application, thorns, folder):
        self.application, self.thorns, self.folder = application, thorns, folder
        self.problems = {n: replace(p, iterations=STEPS) for n, p in grid_cases.problems(application).items()}
        self.references = test_grid.References(folder)
        self.outcome = Counter()

    def compare(self, repeat, number, machine, mpi):
        """What is different, as text."""
        physics, seed = self.problems[machine[short_lists.PROBLEM]], seed_of(repeat, number)
        reference = self.references.find(physics, machine["look"])
        tuned = test_grid.run(parfile(physics, machine, seed, machine["moving"]), machine["ranks"],
                              self.folder / f"tuned-{repeat}-{number}", mpi, self.thorns)
        changes = changes_of(tuned)
        self.outcome.update(kind for kind in KINDS for text in changes if kind in text)
        self.outcome["changes"] += len(changes)
        self.outcome["moves"] += test_grid.moves_of(tuned)
        return test_grid.differences(reference, tuned)

    def check_own_codecs(self):
        """A run in which all agree on codecs that are worse than others for these data."""
        name, physics = next((name, p) for name, p in self.problems.items() if len(p.size) == 3)
        machine = {"ranks": 4, "sites": 2, "shape": "even", "axis": "auto", "transport": "direct", "look": "seldom"}
        config = parfile(physics, machine, SETTLED, moving=False)
        config["tuning"]["codecs"] = SLOW_FIRST
        config["driver"]["piece_bytes"] = 512       # many pieces
        tuned = test_grid.run(config, machine["ranks"], self.folder / "own-codecs", False, self.thorns)
        found = test_grid.differences(self.references.find(physics, machine["look"]), tuned)
        if not own_codecs(tuned):
            found.append("no sender chose codecs of its own")
        self.outcome["own"] += 1
        self.outcome["different" if found else "same"] += 1
        if found:
            print(f"FAILED {self.application}, {name}, codecs of senders:\n  " + "\n  ".join(found), flush=True)

    def check(self, repeat, number, machine, mpi):
        try:
            found = self.compare(repeat, number, machine, mpi)
        except test_grid.Refused as refused:
            self.outcome["refused"] += 1
            print(f"skipped {machine}: {refused}", flush=True)
            return
        except RuntimeError as error:
            found = [str(error)]
        self.outcome["different" if found else "same"] += 1
        if found:
            print(f"FAILED {self.application} on {machine}:\n  " + "\n  ".join(found), flush=True)


def check(application, thorns):
    mpi_runs = over_mpi(application)
    with many_runs.folder() as folder:
        checks = Checks(application, thorns, folder)
        for (repeat, number), machine in listed(application):
            checks.check(repeat, number, machine, (repeat, number) in mpi_runs)
        if application == "WaveToy":
            checks.check_own_codecs()
        return checks.outcome


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
          f"{outcome['moves']} blocks migrated; codecs of senders in {outcome['own']}")
    # A run that the default version lacks may be the only one with some value.
    if outcome["refused"] > (runs // 4 if plain.LONG else 0):
        print("FAILED too few runs")
        return 1
    # Runs in which nothing changed prove nothing. Weights stay where blocks migrate.
    many = runs - outcome["own"]
    idle = [kind for kind in KINDS if outcome[kind] < (many // 2 if kind == "weights" else many)]
    if outcome["moves"] == 0:
        print("FAILED no blocks migrated")
        return 1
    if idle or outcome["changes"] < 3 * runs:
        print(f"FAILED too few changes{' of ' + ', '.join(idle) if idle else ''}")
        return 1
    return 1 if outcome["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
