#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""When to balance, in runs: fixed periods, in which every plan is carried out, against Meta-Balancer (balance.when: trend), in runs of
four ranks whose load moves.

    chrt -f 10 tests/performance/balancers/periods.py

Medians of rounds in turn, time of all steps in s; all runs of a scenario must have the same bits. The worst round is the one in which
Meta-Balancer took longest, over the fastest period of the same round.
"""
import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from automatic import RANKS, config  # noqa: E402
from trials import counted, table  # noqa: E402

PERIODS = [5, 10, 20, 50, 100]
WAYS = {"none": {"balancer": "none"},
        **{f"every {period}": {"balancer": "greedy", "every": period, "accept": "all"} for period in PERIODS},
        "trend": {"balancer": "greedy", "every": 5, "when": "trend"}}


def run(scenario, way, steps):
    """s of all steps, and checksums."""
    what = config(scenario, "none", False)
    what["time"] = {**what["time"], "stop": {"iterations": steps}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "a.yaml", {**what, "balance": way})
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"], ranks=RANKS, threads=True, timeout=300)
        if result.code:
            sys.exit(result.report())
        summary = cardon_run.RunFolder(folder / "run").summary
        return summary["evolution_seconds"], str(summary["checksums"])


def measure(scenario, rounds, steps):
    """A row of the table."""
    found = {name: [] for name in WAYS}
    for number in range(rounds):
        for name, way in WAYS.items():
            found[name].append(run(scenario, way, steps))
        print(f"{scenario}, round {number + 1}:", {name: round(runs[-1][0], 2) for name, runs in found.items()}, flush=True)
    if len({checksums for runs in found.values() for _, checksums in runs}) != 1:
        sys.exit(f"{scenario}: the bits depend on the period")
    seconds = {name: [one for one, _ in runs] for name, runs in found.items()}
    median = {name: statistics.median(runs) for name, runs in seconds.items()}
    return [scenario, *(f"{one:.2f}" for one in median.values()), *ratios(seconds)]


def ratios(seconds):
    """Of Meta-Balancer to the fastest period, as text: by medians, and in the worst round."""
    fixed = [seconds[f"every {period}"] for period in PERIODS]
    best = min(statistics.median(runs) for runs in fixed)
    worst = max(trend / min(runs) for trend, *runs in zip(seconds["trend"], *fixed))
    return f"{statistics.median(seconds['trend']) / best:.2f}", f"{worst:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--only", nargs="+", default=["flame", "front"])
    arguments = parser.parse_args()
    rows = [measure(scenario, arguments.rounds, arguments.steps) for scenario in arguments.only]
    print(f"\n{counted(arguments.rounds, 'round')} of {arguments.steps} steps, load {os.getloadavg()[0]:.1f} at the end\n")
    table(["scenario", *WAYS, "trend / best period", "worst round"], rows)


if __name__ == "__main__":
    main()
