#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scalars that are reduced and scalars that are a state, of the same step and lagged, read by tasks, by a boundary and by the limit of
adaptive steps, with a table of two arguments and a face through which waves leave that fall off with the distance: the same bits in C++, C and Fortran, on any ranks, sites, blocks and ghost depths, and restarted in mid-run. So has
Oscillator in the three languages, with steps by errors, and Dipole, at faces that know how its field falls off. In the default version each machine and each restart meets, in each
language, one of Drum's two ways to choose steps; the long version runs all with both. While blocks migrate and a tuner that draws lots
changes settings, each thorn has these bits, too."""
import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "invariance"))
import test_adaptive as adaptive  # noqa: E402
from restart_cases import Machine, cardon_run, many_runs, run  # noqa: E402

LIMITS = {"by": "limits", "every": 6, "lead": 5, "safety": 1, "growth": 1.3, "first": 0.5}
ERRORS = {"by": "errors", "every": 2, "lead": 2, "safety": 1, "growth": 2, "tolerance": 1e-2, "absolute_tolerance": 1e-2}
STRICT = {**ERRORS, "tolerance": 5e-5, "absolute_tolerance": 5e-5}    # Oscillator: 5 rejections in 247 steps
DRUM = {
    "thorns": ["Drum"],
    "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": [["Drum::rim", "radiative"], "Drum::rim"]},
    "time": {"courant": 0.6, "stop": {"time": 0.4}},
    "Drum": {"weight": str(Path(__file__).resolve().with_name("weight.txt"))},
    "output": {"scalars": {"every": "0.07 s", "fields": ["u", "w", "angle", "spin", "turns", "push", "peak", "limit"],
                           "reductions": ["min", "max", "l2"]},
               "lines": {"every": 17, "fields": ["u"], "direction": "x"}},
    "health": {"every": 4},
}
OSCILLATOR = {
    "thorns": ["Oscillator"],
    "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": [["Oscillator::held", "radiative"], "periodic"]},
    "time": {"courant": 0.6, "stop": {"time": 0.2}},
    "Oscillator": {"centre": [0.4, 0.3, 0], "width": 0.15, "frequency": 40, "force": 3, "damping": 0.3},
    "output": {"scalars": {"every": "0.07 s", "fields": ["phi", "displacement", "velocity", "work", "reaction", "wave_energy"],
                           "reductions": ["min", "max", "l2"]}},
}
DIPOLE = {
    "thorns": ["Dipole"],
    "grid": {"points": [33, 16, 26], "domain": [[-1, 1]] * 3, "boundary": "radiative"},
    "time": {"courant": 0.3, "integrator": "rk4", "stop": {"iterations": 60}},
    "Dipole": {"swing": 0.5, "width": 0.3, "moment": [0.3, -0.5, 1], "centre": [0.1, 0, -0.05]},
    "output": {"scalars": {"every": 8, "fields": ["phi", "pi", "error"], "reductions": ["min", "max", "l2"]}},
}
# What `cardon check` says about the costs.
COSTS = ["all ranks wait for each other 2 times in a step, at least 75 ms each time: before Drum::turn [1/2], Drum::turn [2/2]",
         "Drum::angle is read 2 steps later, without a message",
         "Drum::peak is read 2 steps later, after a round trip to rank 0, which takes at least 150 ms"]


def problem(family, thorn, integrator, steps):
    config = json.loads(json.dumps({"Drum": DRUM, "Oscillator": OSCILLATOR}[family]).replace(family, thorn))
    config["time"] |= {"integrator": integrator, "adaptive": steps}
    return config


def checksums(run):
    """Without the names of thorns."""
    return {name.partition("::")[2]: value for name, value in run.checksums.items()}


class Runs:
    """A tenth of those of several ranks over MPI: among them whole runs, restarts, changing settings and each family of thorns, but not
    the longest runs of four ranks, which keep cores busy while they wait."""

    def __init__(self, folder, *paths):
        self.folder, self.paths = folder, [word for path in paths for word in ("--thorn-path", path)]
        self.turns = many_runs.Turns(first=2)
        self.number = self.failed = 0

    def place(self):
        self.number += 1
        place = self.folder / str(self.number)
        place.mkdir()
        return place

    def start(self, place, name, config, machine, *arguments):
        return run(place, name, config, machine, *arguments, *self.paths, mpi=self.turns.over_mpi(machine.ranks))

    def whole(self, config, machine):
        return self.start(self.place(), "run", config, machine)

    def restarted(self, config, stop, first, second, *more):
        place = self.place()
        self.start(place, "first", config, first, f"time.stop.iterations={stop}", "checkpoint.on_stop=always")
        return self.start(place, "second", config, second, *more, "--restart", str(place / "first"))

    def compare(self, name, reference, start):
        try:
            found = adaptive.same(reference, start(), checksums)
        except RuntimeError as error:
            found = [str(error)]
        self.note(name, found)

    def compare_changing(self, name, reference, config, turn, compare, part=slice(None)):
        """While blocks move and settings change: on two of the machines, from number `turn` on, or on part of these; in the long version
        on all."""
        two = [adaptive.CHANGING[turn % 2], adaptive.CHANGING[2 + turn % 3]]
        machines = adaptive.CHANGING if cardon_run.LONG else two[part]
        for machine in machines:
            try:
                run = self.whole(config, machine)
                found = compare(reference, run) + adaptive.hardly_changing(machine, run)
            except RuntimeError as error:
                found = [str(error)]
            self.note(f"{name} {machine}", found)

    def note(self, name, found):
        print("FAILED" if found else "ok    ", name, *found, sep="\n  " if found else " ", flush=True)
        self.failed += bool(found)


def check_reference(reference):
    found = adaptive.check_rejections(reference)
    for name, values in reference.scalars.items():
        if "." not in name and name not in ("iteration", "time") and len(set(values)) < 3:
            found.append(f"{name} hardly changes: {values}")
    return found


def check_costs(runs, config):
    machine = {"machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}],
                           "links": [{"between": ["a", "b"], "latency": "75 ms", "bandwidth": "6 MB/s"}]}}
    config = {**config, **machine, "thorns": [*config["thorns"], "GridDriver"]}
    file = cardon_run.write_parfile(runs.place() / "check.yaml", config)
    result = cardon_run.call(["check", file, "--ranks", "2", *runs.paths])
    runs.note("cardon check states the costs", [f"not stated: {line}\n{result.report()}" for line in COSTS if line not in result.out])
    # Of one scalar, a task reads nothing but the place.
    runs.note("cardon check sees that all is used", [result.report()] if "schedule/unused" in result.out + result.err else [])


def cases_of(thorn, turn):
    """Machines, and restarts: all for Drum, three and one for the others. Of each list, the default version takes every other one,
    from number `turn` on."""
    machines, restarts = (adaptive.MACHINES, adaptive.RESTARTS) if thorn == "Drum" else (
        [Machine(), *adaptive.MACHINES[2:4]], [adaptive.untuned(adaptive.RESTARTS[1])])
    part = slice(None) if cardon_run.LONG else slice(turn % 2, None, 2)
    return machines[part], restarts[part]


def check_languages(runs, family, thorns, integrator, steps, turn=0):
    reference = runs.whole(problem(family, family, integrator, steps), Machine())
    runs.note(f"{family} {integrator}: the reference", check_reference(reference))
    for number, thorn in enumerate(thorns):
        config = problem(family, thorn, integrator, steps)
        machines, restarts = cases_of(thorn, turn + number)
        for machine in machines:
            runs.compare(f"{integrator}: {thorn} {machine}", reference, lambda: runs.whole(config, machine))
        for restart in restarts:
            runs.compare(f"{integrator}: {thorn} restarted {restart}", reference, lambda: runs.restarted(config, *restart, "time.stop.iterations=100000"))
        # Drum, with both ways to choose steps: blocks move with one, settings change with the other.
        part = slice((turn + number) % 2, None, 2) if family == "Drum" else slice(None)
        runs.compare_changing(f"{integrator}: {thorn} while things change", reference, config, number,
                              lambda one, other: adaptive.same(one, other, checksums), part)


def check_parameter(runs, thorns):
    """Scalars that exist only with a parameter: they have the same bits in all languages and places, the run without them is as it was, and
    outputs that ask for them then hear which parameter it is."""
    def hot(thorn):
        config = problem("Drum", thorn, "rk2", LIMITS)
        config[thorn]["hot"] = True
        config["output"]["scalars"]["fields"] += ["heat", "hottest"]
        return config

    reference, cold = runs.whole(hot("Drum"), Machine()), runs.whole(problem("Drum", "Drum", "rk2", LIMITS), Machine())
    heat, hottest = reference.scalars["heat"], reference.scalars["hottest"]
    runs.note("with a parameter: the reference", [] if max(heat) > 0.3 and max(heat[:-1]) < max(hottest) and len(set(hottest)) > 2
              else [f"heat {heat}, hottest {hottest}"])
    runs.note("with a parameter: the rest is as without",
              [f"{name} differs" for name, values in cold.scalars.items() if values != reference.scalars[name]])
    for thorn, machine in zip(thorns, (Machine(3), Machine(2, (1, 1)), adaptive.CHANGING[1])):
        runs.compare(f"with a parameter: {thorn} {machine}", reference, lambda: runs.whole(hot(thorn), machine))
        runs.compare(f"with a parameter: {thorn} restarted", reference,
                     lambda: runs.restarted(hot(thorn), 12, machine, Machine(2), "time.stop.iterations=100000"))
        config = hot(thorn)
        config[thorn]["hot"] = False
        result = cardon_run.call(["check", cardon_run.write_parfile(runs.place() / "cold.yaml", config), *runs.paths])
        expected = ("output.scalars asks for heat, which exists only with other parameters", "[output/unknown-field]",
                    f"{thorn}::warm sets rhs(heat), but runs only when hot = true (now false)",
                    f"{thorn}::find_hottest sets hottest, but runs only when hot = true (now false)")
        runs.note(f"with a parameter: {thorn} without it is told so",
                  [f"not said: {words}\n{result.report()}" for words in expected if words not in result.err + result.out])


def check_steering(runs, thorns):
    """In the middle of a run a parameter shortens the longest step, and the run gets another end."""
    def steered(thorn, machine):
        place = runs.place()
        words = [f"{thorn}.fast=4", "time.stop.time=0.3", "output.scalars.every=0.04"]
        (place / "record.jsonl").write_text(json.dumps({"iteration": 13, "set": words}) + "\n")
        return runs.start(place, "run", problem("Drum", thorn, "rk2", LIMITS), machine, f"steering.replay={place}/record.jsonl")

    reference = steered("Drum", Machine())
    times, steps = reference.scalars["time"], reference.summary["iterations"]
    ends = [abs(time - wanted) < 1e-12 for time, wanted in zip(times[-3:], (0.2, 0.24, 0.28))] + [reference.summary["time"] == 0.3]
    runs.note("steered: the reference", [] if all(ends) and steps > 60 else [f"{steps} steps, outputs at {times}"])
    for thorn, machine in zip(thorns, (Machine(2, (1, 1)), Machine(), Machine(3))):
        runs.compare(f"steered: {thorn} {machine}", reference, lambda: steered(thorn, machine))


def check_dipoles(runs, thorns):
    """A face that took the field for a wave would move it."""
    def dipole(thorn):
        return json.loads(json.dumps(DIPOLE).replace("Dipole", thorn))

    reference = runs.whole(dipole("Dipole"), Machine())
    rows = reference.scalars["phi.max"]
    runs.note("Dipole: the reference", [] if len(set(rows)) > 4 else [f"phi.max {rows}"])
    for number, thorn in enumerate(thorns):
        config = dipole(thorn)
        for machine in (Machine(), adaptive.MACHINES[3]):
            runs.compare(f"{thorn} {machine}", reference, lambda: runs.whole(config, machine))
        runs.compare(f"{thorn} restarted", reference,
                     lambda: runs.restarted(config, 12, Machine(2, (1, 1)), Machine(3), "time.stop.iterations=60"))
        runs.compare_changing(f"{thorn} while things change", reference, config, number,
                              lambda one, other: adaptive.same(one, other, checksums))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--thorn-path", required=True)
    parser.add_argument("--tuner-path", required=True, help="of the tuner that draws lots")
    parser.add_argument("--thorns", nargs="+", required=True)
    options = parser.parse_args()
    with many_runs.folder() as folder:
        runs = Runs(folder, options.thorn_path, options.tuner_path)
        check_costs(runs, problem("Drum", "Drum", "rk2", LIMITS))
        check_languages(runs, "Drum", [t for t in options.thorns if t.startswith("Drum")], "rk2", LIMITS)
        check_languages(runs, "Drum", [t for t in options.thorns if t.startswith("Drum")], "bs32", ERRORS, turn=1)
        check_parameter(runs, [t for t in options.thorns if t.startswith("Drum")])
        check_steering(runs, [t for t in options.thorns if t.startswith("Drum")])
        check_dipoles(runs, [t for t in options.thorns if t.startswith("Dipole")])
        check_languages(runs, "Oscillator", [t for t in options.thorns if t.startswith("Osc")], "bs32", STRICT)
    return 1 if runs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
