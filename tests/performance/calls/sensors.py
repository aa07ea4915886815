#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What sensors cost: Gray-Scott on 64 x 64 points, one rank, whose steps have eight calls of tasks, with sensors that are on, off, and
absent; `wired` ones feed each other. Median of runs in turn, us per step.

    chrt -f 10 tests/performance/calls/sensors.py
"""
import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

TASK = {"rhs": {"at": "GrayScott::rhs"}}
WIRED = {**TASK, "mean": {"from": "rhs", "kind": "average"}, "slow": {"from": "mean", "kind": "threshold", "above": "1 s"}}
STEP = {"step": {"at": "step"}}
CASES = {
    "no tunlets": None,
    "at the step": {"sensors": STEP},
    "at a task": {"sensors": TASK},
    "at a task, wired": {"sensors": WIRED},
    "at a task, off": {"sensors": TASK, "disabled": ["rhs"]},
    "wired, all off": {"sensors": WIRED, "disabled": list(WIRED)},
}


def step_of(tunlets, iterations):
    """us"""
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "a.yaml", {
            "thorns": ["GrayScott", "GridDriver"], "grid": {"points": [64, 64], "domain": [[0, 2.5]] * 2, "boundary": "periodic"},
            "time": {"stop": {"iterations": iterations}, "step": 0.9}, "driver": {"tiles": "never"},
            "checkpoint": {"on_stop": "never"}, **({"tunlets": {"window": 50, **tunlets}} if tunlets else {})})
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"])
        if result.code:
            sys.exit(result.report())
        return 1e6 * cardon_run.RunFolder(folder / "run").summary["evolution_seconds"] / iterations


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--iterations", type=int, default=4000)
    arguments = parser.parse_args()
    found = {name: [] for name in CASES}
    for _ in range(arguments.rounds):
        for name, tunlets in CASES.items():
            found[name].append(step_of(tunlets, arguments.iterations))
    without = statistics.median(found["no tunlets"])
    for name, times in found.items():
        print(f"{name:18} {statistics.median(times):7.2f} us per step ({min(times):.2f} to {max(times):.2f}), "
              f"{statistics.median(times) - without:+.2f} us")


if __name__ == "__main__":
    main()
