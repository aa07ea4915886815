#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The answer never depends on ranks, what they are, topology, ghost depth, overlap, tiles or threads: checksums, scalars.tsv, probes
and spheres to the last byte.

Every problem of cases.py runs once with the defaults on one rank and then on two machines, which short_lists.py chooses. With
CARDON_LONG_TESTS=1 it runs with all settings that cases.machines() gives, with CARDON_LONG_TESTS=all with all combinations of
settings (hours).
"""
import argparse
import sys
from dataclasses import asdict
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import cases  # noqa: E402
import launches  # noqa: E402
import many_runs  # noqa: E402
import places  # noqa: E402
import short_lists  # noqa: E402
from covering import all_pairs, pairs  # noqa: E402

LONG = cardon_run.LONG
TIMES = 2       # that the default version runs each problem
REDUCTIONS = ["min", "max", "mean", "sum", "l1", "l2", "linf", "minloc", "maxloc", "count"]


def parfile(physics, machine, every=1):
    """The parameter file; `machine` None leaves everything to the driver. `every`: steps between outputs and health checks."""
    size = physics.size
    time = {"stop": {"iterations": physics.iterations}, "courant": physics.courant}
    if physics.integrator:
        time["integrator"] = physics.integrator
    config = {
        "title": f"{physics.thorn} {physics.name}",
        "thorns": [physics.thorn, *physics.also],
        "grid": {physics.centring: list(size), "domain": [list(d) for d in physics.domain or ((0, 1),) * len(size)],
                 "boundary": physics.boundary},
        "time": time,
        physics.thorn: physics.parameters,
        **physics.also,
        "output": {"scalars": {"every": every, "fields": list(physics.fields), "reductions": REDUCTIONS},
                   **places.output(physics.domain, size, physics.fields[:1], every)},
        "health": {"every": every},
    }
    if machine:
        driver = {"ghost_zones": physics.radius + machine.extra, "overlap": machine.overlap,
                  "tiles": cases.TILES[machine.tiles], "threads": machine.threads}
        blocks = cases.topology(machine.shape, machine.ranks, len(size))
        if blocks:
            driver["topology"] = blocks
        config["driver"] = driver
    return config


def cadence(physics, machine):
    """Steps between outputs: each is the end of tiles, so those over several steps need more. At least five outputs."""
    steps = cases.TILES[machine.tiles]
    return min(3, physics.iterations // 4) if isinstance(steps, dict) and steps["steps"] > 1 else 1


def run(physics, machine, folder, every, mpi=False):
    """Runs and returns the run folder; raises RuntimeError with the whole report if it does not finish."""
    file = cardon_run.write_parfile(folder / "case.yaml", parfile(physics, machine, every))
    ranks = machine.ranks if machine else 1
    result, finished = launches.call(file, ranks, mpi)
    if result.code != 0:
        raise RuntimeError(result.report())
    if finished.summary["ranks"] != ranks:
        raise RuntimeError(f"the run had {finished.summary['ranks']} ranks, not {ranks}")
    return finished


@cache
def listed(application, version=LONG):
    """(number of the problem, machine) of the runs of an application."""
    found = [(n, m) for n, p in enumerate(cases.PHYSICS) if p.thorn == application for m in cases.machines(n, version == 2)]
    if version > 0:
        return found
    chosen = short_lists.choose(combinations_of(found), application, all_pairs(cases.SETTINGS), TIMES)
    return [found[n] for n in chosen]


def combinations_of(runs):
    """As dicts, for short_lists.py."""
    return [{short_lists.PROBLEM: cases.PHYSICS[number].name, **asdict(machine)} for number, machine in runs]


@cache
def over_mpi(application, version=LONG):
    """Those of the list that are to go over MPI."""
    runs = listed(application, version)
    return [runs[n] for n in launches.over_mpi(combinations_of(runs), application, version)]


def check_reference(reference, physics, every=1):
    """A constant or empty solution would pass any comparison."""
    if not reference.checksums:
        raise RuntimeError("summary.json has no checksums")
    scalars = reference.scalars
    name = physics.fields[0]
    rows = physics.iterations // every + 1
    if len(scalars["iteration"]) != rows:
        raise RuntimeError(f"scalars.tsv has {len(scalars['iteration'])} rows")
    if len(set(scalars[f"{name}.l2"])) < rows // 2 or scalars[f"{name}.min"] == scalars[f"{name}.max"]:
        raise RuntimeError(f"{name} hardly changes: this proves nothing")
    places.check(reference.path)


def differences(reference, other):
    """What is not the same, as text."""
    found = []
    for field, checksum in reference.checksums.items():
        if other.checksums.get(field) != checksum:
            found.append(f"checksum of {field}: {checksum} on one rank, {other.checksums.get(field)} here")
    lines, others = reference.scalars_text.splitlines(), other.scalars_text.splitlines()
    if lines != others or reference.scalars_text != other.scalars_text:
        row = next((n for n, (a, b) in enumerate(zip(lines, others)) if a != b), min(len(lines), len(others)))
        names = [line for line in lines if not line.startswith("#")][0].split("\t")
        cells = [(n, a, b) for n, a, b in zip(names, (lines + [""])[row].split("\t"), (others + [""])[row].split("\t"))
                 if a != b]
        shown = ", ".join(f"{n}: {a} on one rank, {b} here" for n, a, b in cells[:3])
        found.append(f"scalars.tsv differs first in line {row + 1}: {shown}")
    return found + places.differences(reference.path, other.path)


def check(number, physics):
    """All settings of one problem; returns the number of failures."""
    failures, mpi_machines = 0, over_mpi(physics.thorn)
    machines = [machine for n, machine in listed(physics.thorn) if n == number]
    with many_runs.folder() as folder:
        references = {}
        try:
            for every in sorted({cadence(physics, machine) for machine in machines}):
                (folder / f"reference-{every}").mkdir()
                references[every] = run(physics, None, folder / f"reference-{every}", every)
                check_reference(references[every], physics, every)
        except RuntimeError as error:
            print(f"FAILED {physics.thorn} {physics.name}: {error}", flush=True)
            return 1
        for runs, machine in enumerate(machines):
            mpi = (number, machine) in mpi_machines
            place = folder / str(runs)
            place.mkdir()
            try:
                every = cadence(physics, machine)
                found = differences(references[every], run(physics, machine, place, every, mpi))
            except RuntimeError as error:
                found = [str(error)]
            if found:
                failures += 1
                print(f"FAILED {physics.thorn} {physics.name} with {machine}{' over MPI' * mpi}:\n  " + "\n  ".join(found), flush=True)
    print(f"{'ok' if not failures else 'FAILED':6} {physics.thorn} {physics.name}: {len(machines) - failures} of {len(machines)} the "
          f"same", flush=True)
    return failures


def uncovered(application):
    """Pairs of settings, and of a problem and a setting, that the long version leaves out."""
    axes = {short_lists.PROBLEM: [p.name for p in cases.PHYSICS if p.thorn == application], **cases.SETTINGS}
    seen = set().union(*map(pairs, combinations_of(listed(application, 1))))
    return [f"{application}: no case with {a[0]} = {a[1]} and {b[0]} = {b[1]}" for a, b in all_pairs(axes) if (a, b) not in seen]


def not_over_mpi(runs):
    """Values of settings that none of these runs over MPI has, as text."""
    seen = {item for _, machine in runs for item in asdict(machine).items()}
    return [f"no case over MPI with {name} = {value}" for name, values in cases.SETTINGS.items() for value in values
            if (name, value) not in seen and (name, value) != ("ranks", 1)]


def check_lists():
    """What the lists of both versions lack, as text."""
    found = []
    for application in short_lists.APPLICATIONS:
        found += uncovered(application) + [f"{application}: {text}" for text in not_over_mpi(over_mpi(application, 1))]
    short = {application: combinations_of(listed(application, 0)) for application in short_lists.APPLICATIONS}
    together = [run for application in short_lists.APPLICATIONS for run in over_mpi(application, 0)]
    problems = {application: [p.name for p in cases.PHYSICS if p.thorn == application] for application in short}
    return (found + short_lists.lacking(short, cases.SETTINGS, set(all_pairs(cases.SETTINGS)), problems, TIMES)
            + [f"default version: {text}" for text in not_over_mpi(together)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--application", help="problems of this thorn only")
    parser.add_argument("--only", default="", help="problems whose name contains this")
    parser.add_argument("--coverage", action="store_true", help="check the list instead of running it")
    options = parser.parse_args()
    if options.coverage:
        missing = check_lists()
        print(*missing, sep="\n")
        return 1 if missing else 0
    chosen = [(n, p) for n, p in enumerate(cases.PHYSICS)
              if p.thorn == (options.application or p.thorn) and options.only in p.name]
    if not chosen:
        parser.error("no such problem")
    return 1 if sum(check(n, p) for n, p in chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
