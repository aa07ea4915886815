#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The automatic choice of a balancer against each fixed one, in runs of four ranks that sleep through part of their computing.

    tests/performance/balancers/automatic.py                    # one computer, ranks as threads
    tests/performance/balancers/automatic.py --sites            # the test bed of utils/wan-testbed: two sites of two ranks, needs root
    tests/performance/balancers/automatic.py --only flame slow  # some scenarios

Medians of rounds in turn, time of all steps in s. All runs of a scenario must have the same bits. On a busy computer it needs
real-time priority: `chrt -f 10`. With `--save FILE` figures are kept, and those that are there are not measured again.
"""
import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from trials import table  # noqa: E402

RANKS, BLOCKS, EVERY = 4, 8, 8
LATENCY, RATE = 3, 100     # of the line between the sites: ms one way, Mbit/s
FIXED = ["none", "refine", "node_aware", "greedy", "hierarchical", "grid_comm", "grid_hybrid", "grapevine_plus", "scotch", "metis"]
CHOICES = ["forest", "plans", "tree"]
CUBE = {"points": [32, 32, 32], "domain": [[0, 1]] * 3, "boundary": "neumann"}
SQUARE = {"points": [128, 128], "domain": [[0, 2.5]] * 2, "boundary": "periodic"}
SLOW = [1, 1, 1, 0.4]


def padded(per_point, speeds=(), **more):
    return {"per_point": per_point, "speeds": list(speeds), **more}


def flame(grid, steps, **parameters):
    return {"thorns": ["Flame"], "grid": {**grid, "boundary": "neumann"}, "Flame": {"tolerance": 1e-5, **parameters},
            "time": {"integrator": "euler", "courant": 0.8, "stop": {"iterations": steps}}, "emulated_compute": {"slowdown": 4}}


# Speeds and costs are known to no balancer beforehand.
SCENARIOS = {
    "flame": flame({"points": [24, 24, 24], "domain": [[0, 1]] * 3}, 100, radius=0.2),
    "front": flame({"points": [96, 12, 12], "domain": [[0, 4], [0, 0.5], [0, 0.5]]}, 140, radius=0.5),
    "equal": {"thorns": ["WaveToy"], "grid": {**CUBE, "boundary": "periodic"}, "time": {"courant": 0.3, "stop": {"iterations": 100}},
              "emulated_compute": padded("1 us")},
    "media": {"thorns": ["AcousticWave"], "grid": {**SQUARE, "boundary": "antireflecting"},
              "time": {"courant": 0.5, "stop": {"iterations": 150}}, "emulated_compute": padded("0.5 us"),
              "AcousticWave": {"velocity_from": "expression", "profile": "1 + 2 * (y > 1)", "max_speed": 3, "source_x": 1.2, "source_y": 0.5}},
    "slow": {"thorns": ["WaveMoL"], "grid": {**CUBE, "boundary": "periodic"}, "emulated_compute": padded("0.06 us", SLOW),
             "time": {"courant": 0.3, "stop": {"iterations": 100}}},
    "unequal": {"thorns": ["WaveToy"], "grid": {**CUBE, "boundary": "periodic"}, "time": {"courant": 0.3, "stop": {"iterations": 100}},
                "emulated_compute": padded("1 us", [1, 0.8, 0.6, 0.4])},
    "slowed": {"thorns": ["Diffusion"], "grid": CUBE, "time": {"integrator": "euler", "courant": 0.5, "stop": {"iterations": 120}},
               "emulated_compute": padded("1 us", changes=[{"after": 40, "rank": 1, "speed": 0.4}])},
    "for a while": {"thorns": ["GrayScott"], "grid": SQUARE, "time": {"integrator": "euler", "step": 0.5, "stop": {"iterations": 150}},
                    "emulated_compute": padded("2 us", changes=[{"after": 30, "rank": 2, "speed": 0.4},
                                                                {"after": 90, "rank": 2, "speed": 1}])},
    "gas": {"thorns": ["Euler"], "grid": {"cells": [128, 64], "domain": [[0, 1], [0, 0.5]], "boundary": "periodic"},
            "Euler": {"initial": "wave", "amplitude": 0.2, "velocity": [0.3, 0.1, 0]}, "emulated_compute": padded("1 us", SLOW),
            "time": {"integrator": "euler", "courant": 0.3, "stop": {"iterations": 120},
                     "adaptive": {"by": "limits", "every": 8, "lead": 2}}},
    "phases": {"thorns": ["AllenCahn"], "grid": {**SQUARE, "points": [96, 96], "domain": [[0, 1]] * 2},
               "time": {"integrator": "euler", "courant": 0.5, "stop": {"iterations": 100}},
               "emulated_compute": padded("2 us", [0.5, 1, 1, 0.5])},
}


def config(scenario, balancer, sites):
    what = SCENARIOS[scenario]
    choice = {"balancer": "auto", "choice": balancer} if balancer in CHOICES else {"balancer": balancer}
    places = {"machine": {"sites": [{"name": "a", "hosts": "siteA"}, {"name": "b", "hosts": "siteB"}]}} if sites else {}
    return {**what, **places, "thorns": [*what["thorns"], "GridDriver"], "tuning": {"tuner": "none"},
            "driver": {"calibration": "never", "decomposition": "fixed", "blocks_per_rank": BLOCKS, "overlap": "always"},
            "balance": {**choice, "every": EVERY}}


def launch(sites, words):
    if not sites:
        return cardon_run.call(words, ranks=RANKS, threads=True, timeout=200)
    return testbed("run", str(RANKS // 2), cardon_run.BINARY, *words)


def testbed(*words):
    """A call of utils/wan-testbed, with a test bed of its own."""
    command = [sys.executable, cardon_run.SOURCE / "utils/wan-testbed", "--state", "/tmp/cardon-automatic", *words]
    done = subprocess.run(list(map(str, command)), env=cardon_run.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=300, check=False)
    return cardon_run.Result(" ".join(map(str, command)), done.returncode, done.stdout, done.stderr, 0)


def run(scenario, balancer, sites=False):
    """What one run came to: s of all steps, blocks that moved, checksums."""
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "a.yaml", config(scenario, balancer, sites))
        result = launch(sites, ["run", file, "--out", folder / "run", "--quiet"])
        if result.code:
            sys.exit(result.report())
        summary = cardon_run.RunFolder(folder / "run").summary
        plans = folder / "run/balance.jsonl"
        lines = [json.loads(line) for line in plans.read_text().splitlines()] if plans.exists() else []
        chosen = sorted({line["balancer"] for line in lines if line["outcome"] == "moved"} - {"undo"})
        return {"seconds": summary["evolution_seconds"], "chosen": chosen, "checksums": summary["checksums"]}


def measure(scenario, rounds, sites, names):
    """Medians by balancer."""
    runs = {name: [] for name in names}
    for _ in range(rounds):
        for name, found in runs.items():
            found.append(run(scenario, name, sites))
    if len({json.dumps(one["checksums"]) for found in runs.values() for one in found}) != 1:
        sys.exit(f"{scenario}: the bits depend on the balancer")
    return {name: {"seconds": statistics.median(one["seconds"] for one in found),
                   "all": [one["seconds"] for one in found], "chosen": found[-1]["chosen"]} for name, found in runs.items()}


def scores(figures, names):
    """By balancer: share of the possible gain in all scenarios, and the longest time over that of the fastest."""
    best = {scenario: min(one["seconds"] for one in by.values()) for scenario, by in figures.items()}
    possible = sum(by["none"]["seconds"] - best[scenario] for scenario, by in figures.items()) or 1
    gains = {name: sum(by["none"]["seconds"] - by[name]["seconds"] for by in figures.values()) / possible for name in names}
    longest = {name: max(by[name]["seconds"] / best[scenario] for scenario, by in figures.items()) for name in names}
    return gains, longest


def report(figures, names):
    rows = [[scenario, *(f"{by[name]['seconds']:.2f}" for name in names)] for scenario, by in figures.items()]
    gains, longest = scores(figures, names)
    rows.append(["share of the possible gain", *(f"{100 * gains[name]:.0f} %" for name in names)])
    rows.append(["longest time over that of the fastest", *(f"{longest[name]:.2f}" for name in names)])
    table(["scenario", *(f"`{name}`" for name in names)], rows)
    for scenario, by in figures.items():
        print(f"{scenario}: plans of", "; ".join(f"{name}: {', '.join(by[name]['chosen']) or 'none'}" for name in names if name in CHOICES))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", action="store_true", help="on two sites of the test bed")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=list(SCENARIOS), default=list(SCENARIOS))
    parser.add_argument("--balancers", nargs="+", default=[*CHOICES, *FIXED])
    parser.add_argument("--save", type=Path, help="file of figures, JSON")
    arguments = parser.parse_args()
    figures = json.loads(arguments.save.read_text()) if arguments.save and arguments.save.exists() else {}
    if arguments.sites:
        testbed("up")
        testbed("set", "siteA", "siteB", LATENCY, RATE)
    try:
        for scenario in arguments.only:
            if scenario in figures:
                continue
            figures[scenario] = measure(scenario, arguments.rounds, arguments.sites, arguments.balancers)
            print(scenario, {name: round(one["seconds"], 3) for name, one in figures[scenario].items()}, flush=True)
            if arguments.save:
                arguments.save.write_text(json.dumps(figures, indent=1))
    finally:
        if arguments.sites:
            testbed("down")
    report({scenario: figures[scenario] for scenario in arguments.only}, arguments.balancers)


if __name__ == "__main__":
    main()
