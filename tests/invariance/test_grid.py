#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The answer never depends on sites, links, ghost depth, blocks, codecs, overlap or transport: with GridDriver it is, to the
last byte, that of UnigridDriver on one rank, with the same file of the application's thorn.

Every problem of cases.py runs with two of the combinations of settings that grid_cases.combinations() gives, or more:
short_lists.py chooses them. With CARDON_LONG_TESTS=1 it runs with all of these, and more steps; with CARDON_LONG_TESTS=all there are
several such sets. One that the program refuses because the grid is too small for it is listed and not counted.
"""
import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import cases  # noqa: E402
import grid_cases  # noqa: E402
import launches  # noqa: E402
import many_runs  # noqa: E402
import short_lists  # noqa: E402
import test_invariance as plain  # noqa: E402
from covering import all_pairs, pairs  # noqa: E402

MIN_RUNS = {"WaveToy": 100, "WaveMoL": 130, "Diffusion": 55, "GrayScott": 55, "Euler": 55, "EinsteinVacuum": 55}
TIMES = 2       # that the default version runs each problem, at least
TOO_SMALL = {"driver/ghost-depth", "driver/too-many-blocks", "driver/too-many-ranks", "driver/topology"}
SETS = 5 if plain.LONG == 2 else 1


class Refused(Exception):
    """The grid is too small for the combination."""


def available_chains():
    """Names of the codec chains all of whose codecs this build has, as a tuple."""
    result = cardon_run.call(["list", "services", "--json"])
    if result.code != 0:
        raise RuntimeError(result.report())
    names = {service["service"] for service in json.loads(result.out) if service["role"] == "codec"}
    return tuple(name for name, chain in grid_cases.CHAINS.items()
                 if chain == "none" or all(word.split("-")[0] in names for word in chain))


def modules(application):
    """The SHA-256 of each file with a compiled application that the problems use."""
    names = {application, *(name for p in grid_cases.problems(application).values() for name in p.also)}
    folder = cardon_run.BINARY.parent.parent / "lib/cardon/thorns"
    return {f"{n}.so": hashlib.sha256((folder / f"{n}.so").read_bytes()).hexdigest() for n in sorted(names)}


def parfile(physics, look, number=0, combination=None, available=()):
    config = plain.parfile(physics, None)
    config["output"] = grid_cases.output(physics, look, plain.REDUCTIONS)
    if combination:
        config["thorns"].append("GridDriver")
        config["machine"] = grid_cases.machine(physics, combination)
        config["driver"] = grid_cases.driver(physics, combination, available, number)
        config["tuning"] = {"tuner": "none"}
        if combination["moves"] == "random":
            config["balance"] = grid_cases.balance(number)
    return config


def run(config, ranks, folder, mpi=False, thorns=None):
    """Runs in a new folder, with thorns from another folder too, and returns the run folder."""
    folder.mkdir()
    file = cardon_run.write_parfile(folder / "case.yaml", config)
    result, finished = launches.call(file, ranks, mpi, *(["--thorn-path", thorns] if thorns else []))
    if result.code != 0:
        slugs = set(re.findall(r"\[([a-z]+/[a-z-]+)\]", result.err))
        if slugs and slugs <= TOO_SMALL:
            raise Refused(", ".join(sorted(slugs)))
        raise RuntimeError(result.report())
    return finished


def check_settings(summary, physics, combination, available):
    """A run that ignored its settings proves nothing."""
    wide = {link["name"]: link for link in summary["links"] if link["name"] != "intra"}
    layers = grid_cases.layers(physics, combination)
    found = []
    if summary["ranks"] != combination["ranks"] or summary["sites"] != combination["sites"]:
        found.append(f"the run had {summary['ranks']} ranks at {summary['sites']} sites")
    if set(wide) != set(layers):
        return found + [f"links {sorted(wide)} instead of {sorted(layers)}"]
    if combination["style"] != "steps" and any(wide[name]["depth"] != depth for name, depth in layers.items()):
        found.append(f"depths { {name: link['depth'] for name, link in wide.items()} } instead of {layers}")
    for name, chain in grid_cases.chains(physics, combination, available).items():
        words = wide[name]["codec"].replace(",", " ").split()
        if words != ([chain] if isinstance(chain, str) else chain):
            found.append(f"codec {wide[name]['codec']} on {name} instead of {chain}")
    return found


def moves_of(run):
    """How many blocks went to other ranks."""
    file = run.path / "balance.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return sum(len(line["moves"]) for line in map(json.loads, lines) if line["outcome"] == "moved")


def differences(reference, other):
    """What is not the same, as text: checksums, scalars.tsv, tables of lines, probes and spheres."""
    found = plain.differences(reference, other)
    tables = [{file.name: file.read_bytes() for file in sorted(folder.path.glob("lines/*"))} for folder in (reference, other)]
    if tables[0] != tables[1]:
        names = sorted(n for n in set(tables[0]) | set(tables[1]) if tables[0].get(n) != tables[1].get(n))
        found.append(f"tables differ: {', '.join(names)}")
    return found


class References:
    """Runs of UnigridDriver on one rank, by problem and outputs, made when first asked for."""

    def __init__(self, folder):
        self.folder = folder
        self.known = {}

    def find(self, physics, look):
        key = f"{physics.name}-{look}"
        if key not in self.known:
            reference = run(parfile(physics, look), 1, self.folder / key)
            if look == "every":
                plain.check_reference(reference, physics)
            if look == "lines" and not list(reference.path.glob("lines/*")):
                raise RuntimeError("no tables of lines")
            self.known[key] = reference
        return self.known[key]


@cache
def combinations(application, available, version=plain.LONG):
    """{number: combination} of what is run; `available`: a tuple of names of codec chains."""
    listed = [c for n in range(SETS) for c in grid_cases.combinations(application, available, repeat=n)]
    chosen = range(len(listed))
    if version == 0:
        axes = short_lists.settings(grid_cases.axes(application, available))
        chosen = short_lists.choose(listed, application, all_pairs(axes), TIMES)
    return {n: listed[n] for n in chosen}


def over_mpi(application, available, version=plain.LONG):
    """Numbers of the combinations that are to go over MPI."""
    runs = combinations(application, available, version)
    return {list(runs)[n] for n in launches.over_mpi(list(runs.values()), application, version)}


def check(application, chosen, available):
    """Runs the combinations; returns counts of what became of them."""
    problems, outcome = grid_cases.problems(application), Counter()
    mpi_runs = over_mpi(application, available)
    with many_runs.folder() as folder:
        references = References(folder)
        for number, combination in chosen.items():
            physics = problems[combination["problem"]]
            try:
                config = parfile(physics, combination["look"], number, combination, available)
                reference = references.find(physics, combination["look"])
                other = run(config, combination["ranks"], folder / str(number), number in mpi_runs)
                outcome["moves"] += moves_of(other)
                found = check_settings(other.summary, physics, combination, available) + differences(reference, other)
            except Refused as refused:
                outcome["refused"] += 1
                print(f"skipped {number} {combination}: {refused}", flush=True)
                continue
            except RuntimeError as error:
                found = [str(error)]
            outcome["different" if found else "same"] += 1
            if found:
                print(f"FAILED {number} {combination}{' over MPI' * (number in mpi_runs)}\n{json.dumps(config)}\n  " + "\n  ".join(found), flush=True)
    return outcome


def holes(application):
    """Pairs of values of settings that the long version lacks, though a list drawn independently has them, as text."""
    have, others = set(), set()
    for repeat, seen in enumerate((have, others)):
        for combination in grid_cases.combinations(application, tuple(grid_cases.CHAINS), repeat=repeat):  # known by this name
            seen |= pairs(combination)
    return [f"{application}: no case with {one[0]} = {one[1]} and {two[0]} = {two[1]}" for one, two in sorted(others - have, key=str)]


def check_lists():
    """What the lists of both versions lack, as text."""
    available, axes = tuple(grid_cases.CHAINS), short_lists.settings(grid_cases.axes("WaveToy", tuple(grid_cases.CHAINS)))
    short, possible, mpi_values = {}, set(), set()
    for application in MIN_RUNS:
        listed = combinations(application, available, 0)
        short[application] = list(listed.values())
        possible = possible.union(*(pairs(short_lists.settings(c)) for c in combinations(application, available, 1).values()))
        mpi_values.update(*(listed[n].items() for n in over_mpi(application, available, 0)))
    found = [text for application in MIN_RUNS for text in holes(application)]
    found += short_lists.lacking(short, axes, possible, {a: list(grid_cases.problems(a)) for a in short}, TIMES)
    return found + [f"default version: no case over MPI with {name} = {value}" for name, values in axes.items() for value in values
                    if (name, value) not in mpi_values and (name, value) != ("ranks", 1)]


def report(application, outcome, available):
    ran = outcome["same"] + outcome["different"]
    print(f"{application}: {outcome['same']} of {ran} runs with GridDriver the same as UnigridDriver on one "
          f"rank, {outcome['refused']} too large for their grids; {outcome['moves']} blocks migrated; chains {', '.join(available)}")
    return ran


def run_list(options):
    """Runs what the options choose; returns whether all is well."""
    application, available = options.application, available_chains()
    listed = combinations(application, available)
    chosen = {n: c for n, c in listed.items() if options.number in (None, n)}
    before = modules(application)
    outcome = check(application, chosen, available)
    ran = report(application, outcome, available)
    unchanged = modules(application) == before
    for name, digest in before.items():
        print(f"{name} {digest} for both drivers{'' if unchanged else ': FAILED, changed while the test ran'}")
    min_runs = MIN_RUNS[application] if plain.LONG else TIMES * len(grid_cases.problems(application))
    enough = options.number is not None or ran >= min_runs
    if not enough:
        print(f"FAILED only {ran} runs")
    refused = not plain.LONG and outcome["refused"] > 0
    if refused:
        print("FAILED refused runs leave holes in the default version: settle_with() is to know them")
    still = options.number is None and outcome["moves"] < ran
    if still:
        print("FAILED few blocks migrated")
    return not outcome["different"] and unchanged and enough and not refused and not still


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--application", choices=MIN_RUNS, help="problems of this thorn")
    parser.add_argument("--number", type=int, help="this combination only")
    parser.add_argument("--coverage", action="store_true", help="check the lists instead of running them")
    options = parser.parse_args()
    if options.coverage:
        missing = check_lists()
        print(*missing, sep="\n")
        return 1 if missing else 0
    if options.application is None:
        parser.error("which application?")
    return 0 if run_list(options) else 1


if __name__ == "__main__":
    sys.exit(main())
