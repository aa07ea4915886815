#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time of plans as s * blocks^a * ranks^b, by least squares of the logarithms: lines for plan_seconds.table in
flesh/kit/balance. `plan_laws.py [--quick] [BALANCER ...]`; without names, all that are there. `spread` is the factor by which plans
typically differ from the law. Other seeds and loads are problems of the same size."""
import math
import re
import sys
from pathlib import Path

from trials import balance

TABLE = Path(__file__).resolve().parents[3] / "flesh/kit/balance/plan_seconds.table"
LOADS = ("random", "hot-spot", "clusters", "front")
UNMEASURED = {"none", "central"}        # no plan; the law of `greedy`


def names_in_table():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if re.fullmatch(r"\w+( [\d.e+-]+){3}", line)]


def problems(quick):
    """Ranks, blocks in two directions, load, seed."""
    powers = (1, 3, 5) if quick else range(1, 11)
    seed = 0
    for power in powers:
        for per_rank in (3, 5) if quick else range(2, 7):
            exponent = power + per_rank
            if 4 <= exponent <= 14:
                for load in LOADS[:1] if quick else LOADS:
                    seed += 1
                    yield 2 ** power, (2 ** ((exponent + 1) // 2), 2 ** (exponent // 2)), load, seed


def solved(matrix, right):
    """Three equations, by elimination."""
    rows = [row + [value] for row, value in zip(matrix, right)]
    for n, _ in enumerate(rows):
        pivot = max(range(n, len(rows)), key=lambda m: abs(rows[m][n]))
        rows[n], rows[pivot] = rows[pivot], rows[n]
        rows[n] = [value / rows[n][n] for value in rows[n]]
        rows = [row if m == n else [a - row[n] * b for a, b in zip(row, rows[n])] for m, row in enumerate(rows)]
    return [row[-1] for row in rows]


def fit(samples):
    """s, a and b, and the spread, of (seconds, blocks, ranks)."""
    points = [((1, math.log(blocks), math.log(ranks)), math.log(seconds)) for seconds, blocks, ranks in samples]
    matrix = [[sum(x[i] * x[j] for x, _ in points) for j in range(3)] for i in range(3)]
    law = solved(matrix, [sum(x[i] * y for x, y in points) for i in range(3)])
    square = sum((y - sum(c * v for c, v in zip(law, x))) ** 2 for x, y in points) / len(points)
    return math.exp(law[0]), law[1], law[2], math.exp(math.sqrt(square))


def main():
    quick = "--quick" in sys.argv
    names = [word for word in sys.argv[1:] if not word.startswith("--")] or \
            [name for name in names_in_table() if name not in UNMEASURED]
    samples = {name: [] for name in names}
    for ranks, blocks, load, seed in problems(quick):
        trials = balance(names, blocks="x".join(map(str, blocks)), ranks=ranks, load=load, seed=seed, steps=0)
        for name, trial in trials.items():
            samples[name].append((trial["strategy_seconds"], blocks[0] * blocks[1], ranks))
    print(f"# {len(samples[names[0]])} problems; balancer, s, a, b")
    for name in names:
        seconds, by_blocks, by_ranks, spread = fit(samples[name])
        print(f"{name} {seconds:.2g} {by_blocks:.2f} {by_ranks:.2f}    # spread {spread:.2f}")


if __name__ == "__main__":
    main()
