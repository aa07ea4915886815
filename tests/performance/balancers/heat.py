#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs on simulated chips (thermal.chip: simulated), one of which is hotter than the others: no limit, a limit alone, with long periods,
balanced as often as possible, and balanced when it pays. Ranks sleep, and time is shorter by a factor of 100 than in the experiments on a
virtual clock: chips have a time constant of 0.15 s and are read every 0.05 s.

    chrt -f 10 tests/performance/balancers/heat.py
"""
import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

RANKS, LIMIT, TIME_CONSTANT = 4, 50, 0.15
CASE = {
    "thorns": ["WaveToy", "GridDriver"], "grid": {"points": [32, 16, 16], "boundary": "periodic"}, "WaveToy": {"width": 0.3},
    "tuning": {"tuner": "none"}, "driver": {"calibration": "never", "blocks_per_rank": 8, "decomposition": "fixed"},
    "emulated_compute": {"per_point": "4 us"}, "checkpoint": {"on_stop": "never"}, "page": {"serve": "never"},
    "thermal": {"control": "limit", "chip": "simulated", "limit": LIMIT, "every": "0.05 s", "time_constant": f"{TIME_CONSTANT} s",
                "resistances": [1.074]},
}
NONE, REFINE = {"balancer": "none"}, {"balancer": "refine", "every": 8}
POLICIES = {
    "no limit": ({"control": "watch"}, NONE),
    "limit": ({}, NONE),
    "limit, periods twelve times as long": ({"every": "0.6 s"}, NONE),
    "limit, every plan is carried out": ({}, {**REFINE, "accept": "all"}),
    "limit, plans that pay": ({}, REFINE),
    "limit, balanced when it pays": ({}, {**REFINE, "when": "trend"}),
}


def rows_of(run):
    head, *rows = [line.split("\t") for line in (run.path / "thermal.tsv").read_text().splitlines()]
    return [dict(zip(head, row)) for row in rows]


def outcome_of(policy, iterations):
    """s, degC after eight time constants, migrations, J, checksums"""
    thermal, balance = policy
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "a.yaml", {
            **CASE, "time": {"stop": {"iterations": iterations}}, "thermal": {**CASE["thermal"], **thermal}, "balance": balance})
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet"], ranks=RANKS, threads=True, timeout=300)
        if result.code:
            sys.exit(result.report())
        run = cardon_run.RunFolder(folder / "run")
        settled = [float(row["temperature_celsius"]) for row in rows_of(run) if float(row["seconds"]) > 8 * TIME_CONSTANT]
        journal = folder / "run/balance.jsonl"
        moves = journal.read_text().count('"outcome":"moved"') if journal.exists() else 0
        joules = sum(chip["energy_joules"] for host in run.summary["thermal"] for chip in host["chips"])
        return run.summary["evolution_seconds"], max(settled), moves, joules, run.checksums


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=1000)
    arguments = parser.parse_args()
    found = {name: [] for name in POLICIES}
    for _ in range(arguments.rounds):
        for name, policy in POLICIES.items():
            found[name].append(outcome_of(policy, arguments.iterations))
    if any(one[4] != found["no limit"][0][4] for outcomes in found.values() for one in outcomes):
        sys.exit("results differ")
    print("|  | s | degC once settled | migrations | J |\n|---|---|---|---|---|")
    for name, outcomes in found.items():
        seconds, hottest, moves, joules = (statistics.median(one[n] for one in outcomes) for n in range(4))
        print(f"| {name} | {seconds:.2f} | {hottest:.1f} | {moves:.0f} | {joules:.0f} |")


if __name__ == "__main__":
    main()
