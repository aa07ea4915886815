#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What measuring for `balance.balancer: auto` costs where nothing can be gained and steps hardly take longer than a message: WaveToy on
two ranks that compute, ms per step without a balancer and with auto, medians of runs in turn.

    chrt -f 10 tests/performance/balancers/measuring.py --rounds 9
"""
import argparse
import json
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from trials import counted, table  # noqa: E402

CASES = [(32, 1), (64, 1), (64, 8)]      # points in each direction, blocks per rank
STEPS = 400


def config(points, blocks, balancer):
    return {"thorns": ["WaveToy", "GridDriver"], "grid": {"points": [points] * 3, "domain": [[0, 1]] * 3},
            "time": {"courant": 0.5, "stop": {"iterations": STEPS}}, "driver": {"calibration": "never", "blocks_per_rank": blocks},
            "health": {"every": 0}, "checkpoint": {"on_stop": "never"}, "balance": {"balancer": balancer}}


def run(points, blocks, balancer):
    """ms per step, checksums, blocks that moved."""
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config(points, blocks, balancer))
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"], ranks=2)
        if result.code:
            sys.exit(result.report())
        summary = cardon_run.RunFolder(folder / "run").summary
        return 1e3 * summary["evolution_seconds"] / STEPS, json.dumps(summary["checksums"]), summary.get("balancing", {}).get("moved_blocks", 0)


def figures(steps):
    return f"{statistics.median(steps):.3g} ({min(steps):.3g} to {max(steps):.3g})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    rows = []
    for points, blocks in CASES:
        plain, automatic = [], []
        for _ in range(rounds):
            plain.append(run(points, blocks, "none"))
            automatic.append(run(points, blocks, "auto"))
        if len({checksums for _, checksums, _ in plain + automatic}) != 1:
            sys.exit("the bits depend on the balancer")
        steps = [[step for step, _, _ in runs] for runs in (plain, automatic)]
        change = statistics.median(steps[1]) / statistics.median(steps[0]) - 1
        rows.append([f"{points}^3, {blocks}", *map(figures, steps), f"{100 * change:+.1f} %", str(max(moved for _, _, moved in automatic))])
    table(["points, blocks per rank", "`none`, ms per step", "`auto`", "more", "blocks moved"], rows)
    print(f"\n{counted(rounds, 'round')} of {STEPS} steps, load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
