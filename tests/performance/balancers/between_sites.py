#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Balancers in runs whose blocks may go to other sites: a moving front with refined work (front.cpp) on eight ranks that sleep
through their computing, at two and at four sites joined by emulated links. Every plan is carried out.

    tests/performance/balancers/between_sites.py [--rounds 3] [--quick]

ms per step of the last windows, what the plans promised, and bytes per step between sites. The bits are compared."""
import argparse
import json
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import front  # noqa: E402

RANKS, BLOCKS, EVERY, STEPS = 8, 4, 10, 100
BALANCERS = ("none", "metis", "minex")
SLOWDOWN = 6


def config(sites, balancer, latency, bandwidth, steps):
    names = "abcd"[:sites]
    return {
        "thorns": ["Front", "GridDriver"], "thorn_path": [str(front.FOLDER)],
        "grid": {"points": [32, 32, 64], "boundary": "neumann"}, "time": {"step": "1 s", "stop": {"iterations": steps}},
        "Front": {"start": 8, "pace": 0.2},
        "machine": {"sites": [{"name": name, "ranks": RANKS // sites} for name in names], "axis": "z", "emulate": True,
                    "links": [{"between": [a, b], "latency": f"{latency} ms", "bandwidth": f"{bandwidth} MB/s"}
                              for a, b in zip(names, names[1:])]},
        "driver": {"calibration": "never", "blocks_per_rank": BLOCKS, "ghost_zones": 1, "compression": "none", "decomposition": "fixed"},
        "tuning": {"tuner": "none"}, "health": {"every": 0}, "checkpoint": {"on_stop": "never"},
        "emulated_compute": {"slowdown": SLOWDOWN},
        "balance": {"balancer": balancer, "every": EVERY, "accept": "all", "between_sites": "always"},
    }


class Run:
    """A run and the last of its plans that were carried out and judged."""

    def __init__(self, folder):
        self.checksums = json.dumps(folder.checksums, sort_keys=True)
        self.step = 1e3 * folder.summary["evolution_seconds"] / folder.summary["iterations"]
        journal = folder.path / "balance.jsonl"
        plans = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
        last = [plan for plan in plans if plan["predicted"]["after"]["wide_bytes_per_step"] > 0][-4:]
        self.predicted = statistics.median(1e3 * plan["predicted"]["after"]["seconds_per_step"] for plan in last) if last else None
        self.wide = statistics.median(plan["predicted"]["after"]["wide_bytes_per_step"] for plan in last) if last else None
        self.moved = folder.summary.get("balancing", {}).get("moved_blocks", 0)


def run(sites, balancer, latency, bandwidth, steps=STEPS):
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config(sites, balancer, latency, bandwidth, steps))
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"], ranks=RANKS, timeout=300, threads=True)
        if result.code:
            raise RuntimeError(result.report())
        return Run(cardon_run.RunFolder(folder / "run"))


def compare(sites, latency, bandwidth, rounds):
    found = {balancer: [] for balancer in BALANCERS}
    for _ in range(rounds):
        for balancer in BALANCERS:
            found[balancer].append(run(sites, balancer, latency, bandwidth))
    if len({one.checksums for runs in found.values() for one in runs}) != 1:
        sys.exit("answers differ")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="one machine")
    arguments = parser.parse_args()
    print("| sites | link | balancer | ms per step | predicted | kB per step between sites | blocks moved |\n|---|---|---|---|---|---|---|")
    for sites in (2, 4):
        for latency, bandwidth in ((1, 100), (5, 10)):
            found = compare(sites, latency, bandwidth, arguments.rounds)
            for balancer, runs in found.items():
                def middle(key, form):
                    values = [getattr(one, key) for one in runs if getattr(one, key) is not None]
                    return form.format(statistics.median(values)) if values else "-"
                kilobytes = [one.wide / 1e3 for one in runs if one.wide is not None]
                print(f"| {sites} | {latency} ms, {bandwidth} MB/s | `{balancer}` | {middle('step', '{:.1f}')} | {middle('predicted', '{:.1f}')} | "
                      f"{statistics.median(kilobytes):.0f} | {middle('moved', '{:.0f}')} |" if kilobytes else
                      f"| {sites} | {latency} ms, {bandwidth} MB/s | `{balancer}` | {middle('step', '{:.1f}')} | - | - | 0 |", flush=True)
            if arguments.quick:
                return
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
