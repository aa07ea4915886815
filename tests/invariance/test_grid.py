#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The answer never depends on sites, links, ghost depth, blocks, codecs, overlap or transport: with GridDriver it is, to the
last byte, that of UnigridDriver on one rank, with the same file of the application's thorn.

Every problem of cases.py runs with the combinations of settings that grid_cases.combinations() gives. One that the
program refuses because the grid is too small for it is listed and not counted. With CARDON_LONG_TESTS=1 there are
several such sets.
"""
import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import cases  # noqa: E402
import grid_cases  # noqa: E402
import launches  # noqa: E402
import test_invariance as plain  # noqa: E402
from covering import pairs  # noqa: E402

LEAST_RUNS = {"WaveToy": 100, "WaveMoL": 130, "Diffusion": 55, "GrayScott": 55, "Euler": 55, "EinsteinVacuum": 55}
TOO_SMALL = {"driver/ghost-depth", "driver/too-many-blocks", "driver/too-many-ranks", "driver/topology"}
SETS = 5 if plain.LONG else 1


class Refused(Exception):
    """The grid is too small for the combination."""


def available_chains():
    """Names of the codec chains all of whose codecs this build has."""
    result = cardon_run.call(["list", "services", "--json"])
    if result.code != 0:
        raise RuntimeError(result.report())
    names = {service["service"] for service in json.loads(result.out) if service["role"] == "codec"}
    return [name for name, chain in grid_cases.CHAINS.items()
            if chain == "none" or all(word.split("-")[0] in names for word in chain)]


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


def over_mpi(listed):
    """Numbers of the combinations that are to go over MPI. What is to be solved is no setting."""
    settings = [{name: value for name, value in c.items() if name != "problem"} for _, c in listed]
    return {listed[n][0] for n in launches.over_mpi(settings)}


def check(application, listed, available):
    """Runs the combinations; returns counts of what became of them."""
    problems, outcome = grid_cases.problems(application), Counter()
    mpi_runs = over_mpi(listed)
    with cardon_run.folder() as folder:
        references = References(folder)
        for number, combination in listed:
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
    """Pairs of values of settings that the list lacks, though a list drawn independently has them."""
    have, others = set(), set()
    for repeat, seen in enumerate((have, others)):
        for combination in grid_cases.combinations(application, list(grid_cases.CHAINS), repeat):
            seen |= pairs(combination)
    return sorted(others - have, key=str)


def check_lists():
    """Looks at the lists instead of running them; returns the number of problems and of holes."""
    found = {application: holes(application) for application in LEAST_RUNS}
    for application, missing in found.items():
        for one, two in missing:
            print(f"{application}: no case with {one[0]} = {one[1]} and {two[0]} = {two[1]}")
    together = sum(LEAST_RUNS.values())
    if together < 300:
        print(f"only {together} runs are asked for")
    return sum(map(len, found.values())) + (together < 300)


def report(application, part, outcome, available):
    ran = outcome["same"] + outcome["different"]
    print(f"{application} {part}: {outcome['same']} of {ran} runs with GridDriver the same as UnigridDriver on one "
          f"rank, {outcome['refused']} too large for their grids; {outcome['moves']} blocks migrated; chains {', '.join(available)}")
    return ran


def run_list(options):
    """Runs what the options choose; returns whether all is well."""
    application, available = options.application, available_chains()
    part, parts = map(int, options.part.split("of"))
    listed = [c for n in range(SETS) for c in grid_cases.combinations(application, available, repeat=n)]
    listed = [(n, c) for n, c in enumerate(listed) if n % parts == part - 1 and options.number in (None, n)]
    before = modules(application)
    outcome = check(application, listed, available)
    ran = report(application, options.part, outcome, available)
    unchanged = modules(application) == before
    for name, digest in before.items():
        print(f"{name} {digest} for both drivers{'' if unchanged else ': FAILED, changed while the test ran'}")
    enough = options.number is not None or ran * parts >= LEAST_RUNS[application]
    if not enough:
        print(f"FAILED only {ran} runs")
    still = options.number is None and outcome["moves"] < ran
    if still:
        print("FAILED few blocks migrated")
    return not outcome["different"] and unchanged and enough and not still


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--application", choices=LEAST_RUNS, help="problems of this thorn")
    parser.add_argument("--part", default="1of1", help="IofN: the I-th of N parts of the list")
    parser.add_argument("--number", type=int, help="this combination only")
    parser.add_argument("--coverage", action="store_true", help="check the lists instead of running them")
    options = parser.parse_args()
    if options.coverage:
        return 1 if check_lists() else 0
    if options.application is None:
        parser.error("which application?")
    return 0 if run_list(options) else 1


if __name__ == "__main__":
    sys.exit(main())
