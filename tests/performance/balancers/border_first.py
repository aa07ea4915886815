#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Border blocks first against first come, first served, in runs over an emulated link: gas on two sites of one rank, whose time step
is agreed every few steps, which is a reduction that all ranks wait for.

    tests/performance/balancers/border_first.py               # ranks that sleep through their computing
    tests/performance/balancers/border_first.py --computing   # ranks that compute, on a core each

Medians of runs in turn. On a busy computer it needs real-time priority: `chrt -f 10`.
"""
import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

ORDERS = ("fifo", "border_first")
BLOCKS = 8          # per rank
PADDED = {"cells": [240, 120], "per_point": "0.5 us"}       # 14 ms of computing per step
COMPUTING = {"cells": [960, 480], "per_point": None}


def config(order, latency, every, steps, boundary, cells, per_point):
    """`latency` in ms; `every`: steps between two agreements, 0: none."""
    time = {"courant": 0.5, "integrator": "euler", "stop": {"iterations": steps}}
    if every:
        time["adaptive"] = {"by": "limits", "every": every, "lead": 0}
    return {
        "thorns": ["Euler", "GridDriver"], "time": time,
        "grid": {"cells": cells, "domain": [[0, 1], [0, 0.5]], "boundary": boundary},
        "Euler": {"initial": "wave", "amplitude": 0.2, "velocity": [0.3, 0.1, 0]},
        "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                    "links": [{"between": ["a", "b"], "latency": f"{latency} ms", "bandwidth": "100 MB/s"}]},
        "tuning": {"tuner": "none"},
        "driver": {"compression": "none", "ghost_zones": 2, "blocks_per_rank": BLOCKS, "decomposition": "fixed", "calibration": "never",
                   "overlap": "always", "tiles": "never", "prefetch": "never", "priorities": order},
        **({"emulated_compute": {"per_point": per_point}} if per_point else {}),
    }


def run(order, latency, every, steps=60, boundary="neumann", **more):
    """The summary of a run."""
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "a.yaml", config(order, latency, every, steps, boundary, **{**PADDED, **more}))
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"], ranks=2, timeout=100)
        if result.code:
            raise RuntimeError(result.report())
        return cardon_run.RunFolder(folder / "run").summary


def step_of(summary):
    """ms"""
    return 1e3 * summary["evolution_seconds"] / summary["iterations"]


def compare(rounds, *what, **more):
    """Median ms per step by order."""
    found = {order: [] for order in ORDERS}
    for _ in range(rounds):
        for order in ORDERS:
            found[order].append(step_of(run(order, *what, **more)))
    return {order: statistics.median(times) for order, times in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--computing", action="store_true", help="ranks compute instead of sleeping")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    more = COMPUTING if arguments.computing else PADDED
    alone = step_of(run("border_first", 0.05, 0, **more))
    print(f"Without latency a step takes {alone:.1f} ms; {BLOCKS} blocks per rank. ms per step, fifo / border first\n")
    latencies = [round(share * alone, 1) for share in (0.5, 1, 1.25, 2)]
    for boundary in ("neumann", "periodic"):
        print(f"| {boundary}: agreement every | " + " | ".join(f"{latency} ms" for latency in latencies) + " |")
        print("|---" * (1 + len(latencies)) + "|")
        for every in (0, 3, 5):
            cells = []
            for latency in latencies:
                t = compare(arguments.rounds, latency, every, boundary=boundary, **more)
                cells.append(f"{t['fifo']:.1f} / {t['border_first']:.1f} ({100 * (t['border_first'] / t['fifo'] - 1):+.0f} %)")
            print(f"| {every or 'never'} | " + " | ".join(cells) + " |", flush=True)
        print()


if __name__ == "__main__":
    main()
