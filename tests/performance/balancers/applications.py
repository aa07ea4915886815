#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Applications whose cost varies, each without balancing, with each balancer and with auto: ms per step and imbalance, medians of
runs in turn. The imbalance is that of the first window, of all others together (the sum of the times of the slowest ranks over that
of the means, so that long steps count more), and the median of the last five windows.

    tests/performance/balancers/applications.py                      # four ranks that sleep through most of their computing
    tests/performance/balancers/applications.py --computing          # two ranks that compute, on a core each; --ranks: more
    tests/performance/balancers/applications.py flame --balancers greedy auto --rounds 5
    tests/performance/balancers/applications.py --sites --balancers auto           # two emulated sites, sleeping ranks, with the tuner

A flame whose sub-steps per point vary and move (1 to 400), a front with refined work that moves through the grid (front.cpp), sound
in layers of different speed, a plain wave (uniform), whose points all cost the same, and one of which rank 1 becomes half as fast
(slowed; ranks sleep through all of their computing, so not with --computing). On a busy computer ranks that compute need real-time priority:
`chrt -r 5`."""
import argparse
import json
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import front  # noqa: E402
from trials import counted  # noqa: E402

CASES = {
    "flame": {
        "thorns": ["Flame", "GridDriver"],
        "grid": {"points": [24, 24, 24], "domain": [[0, 1]] * 3, "boundary": "neumann"},
        "time": {"integrator": "euler", "courant": 0.8, "stop": {"iterations": 240}},
        "Flame": {"tolerance": 2e-5, "radius": 0.25}},
    "front": {
        "thorns": ["Front", "GridDriver"], "thorn_path": [str(front.FOLDER)],
        "grid": {"points": [32, 32, 32], "boundary": "neumann"},
        "time": {"step": "1 s", "stop": {"iterations": 240}}, "Front": {"start": 6}},
    "sound": {
        "thorns": ["AcousticWave", "GridDriver"],
        "grid": {"points": [128, 128, 128], "domain": [[0, 1]] * 3, "boundary": "neumann"},
        "time": {"courant": 0.5, "stop": {"iterations": 160}},
        "AcousticWave": {"velocity_from": "expression", "profile": "z < 0.3 ? 1 : z < 0.6 ? 2 : 3", "max_speed": 3}},
    "uniform": {
        "thorns": ["WaveToy", "GridDriver"],
        "grid": {"points": [96, 96, 96], "domain": [[0, 1]] * 3},
        "time": {"courant": 0.5, "stop": {"iterations": 300}}},
    "slowed": {
        "thorns": ["WaveToy", "GridDriver"],
        "grid": {"points": [24, 32, 96], "domain": [[0, 1]] * 3},
        "time": {"courant": 0.5, "stop": {"iterations": 480}},
        "emulated_compute": {"per_point": "1085 ns", "changes": [{"after": 240, "rank": 1, "speed": 0.5}]}},
}
SITES = {"machine": {"axis": "z", "emulate": True, "sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}],
                     "links": [{"between": ["a", "b"], "latency": "5 ms", "bandwidth": "10 MB/s"}]}}
BLOCKS = 8          # per rank
EVERY = 10          # steps of a window
SLOWDOWN = 4        # of ranks that sleep
SPECIAL = ("none", "auto")


def config(case, balancer, computing, sites=False):
    driver = {"blocks_per_rank": BLOCKS} if sites else {"calibration": "never", "blocks_per_rank": BLOCKS}
    return {**CASES[case], **(SITES if sites else {}), "driver": driver, "health": {"every": 0},
            "checkpoint": {"on_stop": "never"}, "balance": {"balancer": balancer, "every": EVERY},
            **({} if computing else {"emulated_compute": CASES[case].get("emulated_compute", {"slowdown": SLOWDOWN})})}


def run(case, balancer, computing, sites, ranks):
    """The run folder's summary, and what each window measured."""
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config(case, balancer, computing, sites))
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"], ranks=ranks, timeout=300)
        if result.code:
            raise RuntimeError(f"{case}, {balancer}: {result.report()}")
        finished = cardon_run.RunFolder(folder / "run")
        journal = finished.path / "balance.jsonl"
        lines = journal.read_text().splitlines() if journal.exists() else []
        return finished.summary, [json.loads(line)["measured"] for line in lines]


def all_balancers():
    result = cardon_run.call(["list", "services", "--json"])
    names = sorted(service["service"] for service in json.loads(result.out) if service["role"] == "balancer")
    return ["none", *(name for name in names if name not in SPECIAL), "auto"]


def together(windows):
    """Largest over mean time of the ranks in all these windows."""
    return sum(w["seconds_per_step"] for w in windows) / sum(w["seconds_per_step"] / w["imbalance"] for w in windows)


class Figures:
    """Of the runs of one balancer."""

    def __init__(self):
        self.steps, self.first, self.later, self.last, self.moved, self.checksums = [], [], [], [], [], set()

    def add(self, summary, windows):
        self.steps.append(1e3 * summary["evolution_seconds"] / summary["iterations"])
        self.checksums.add(json.dumps(summary["checksums"], sort_keys=True))
        self.moved.append(summary.get("balancing", {}).get("moved_blocks", 0))
        if len(windows) > 1:
            self.first.append(windows[0]["imbalance"])
            self.later.append(together(windows[1:]))
            self.last.append(statistics.median(w["imbalance"] for w in windows[-5:]))

    @property
    def step(self):
        return statistics.median(self.steps)

    def cells(self, plain):
        def middle(values):
            return f"{statistics.median(values):.2f}" if values else "-"
        return (f"{self.step:.2f} ({min(self.steps):.2f} to {max(self.steps):.2f}) | {self.step / plain.step:.2f} | {middle(self.first)} | "
                f"{middle(self.later)} | {middle(self.last)} | {statistics.median(self.moved):.0f}")


def measure(case, balancers, rounds, computing, sites, ranks):
    found = {name: Figures() for name in balancers}
    for _ in range(rounds):
        for name in balancers:
            found[name].add(*run(case, name, computing, sites, ranks))
    if len(set().union(*(figures.checksums for figures in found.values()))) != 1:
        raise RuntimeError(f"{case}: answers differ")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"{', '.join(CASES)}; default: all")
    parser.add_argument("--computing", action="store_true", help="ranks that compute, two of them")
    parser.add_argument("--ranks", type=int, help="that compute, instead of two")
    parser.add_argument("--sites", action="store_true", help="two emulated sites, 5 ms and 10 MB/s apart, whose four ranks sleep")
    parser.add_argument("--balancers", nargs="+", help="beside none; default: all, and auto")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    unknown = [case for case in arguments.cases if case not in CASES]
    if unknown:
        parser.error(f"no case is called {unknown[0]}: {', '.join(CASES)}")
    for name in arguments.balancers or ():
        if name not in all_balancers():
            parser.error(f"no balancer is called {name}" + (": name cases first" if name in CASES else f": {', '.join(all_balancers())}"))
    balancers = ["none", *(n for n in arguments.balancers if n != "none")] if arguments.balancers else all_balancers()
    if arguments.sites and arguments.computing:
        parser.error("--sites has four ranks: leave --computing out")
    if arguments.ranks and not arguments.computing:
        parser.error("--ranks is for --computing")
    if arguments.computing and "slowed" in arguments.cases:
        parser.error("slowed is for ranks that sleep")
    cases = arguments.cases or [case for case in CASES if not arguments.computing or case != "slowed"]
    ranks = arguments.ranks or (2 if arguments.computing else 4)
    words = f"{ranks} ranks that " + ("compute" if arguments.computing else f"sleep through {SLOWDOWN - 1} parts of {SLOWDOWN}")
    for case in cases:
        found = measure(case, balancers, arguments.rounds, arguments.computing, arguments.sites, ranks)
        print(f"\n{case}: {words}, {BLOCKS} blocks each, windows of {EVERY} steps, {counted(arguments.rounds, 'round')}, load "
              f"{os.getloadavg()[0]:.1f} at the end\n")
        print("| balancer | ms per step | / none | imbalance, first window | others | last five | blocks moved |\n|---|---|---|---|---|---|---|")
        for name, figures in found.items():
            print(f"| `{name}` | {figures.cells(found['none'])} |", flush=True)


if __name__ == "__main__":
    main()
