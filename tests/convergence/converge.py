#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Solves a problem at several resolutions and asserts the order of convergence between the two finest.

    converge.py --case wavetoy/order2-1d      one case of cases.py
    converge.py --group wavetoy               all whose names begin so
    converge.py --list
"""
import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import cases  # noqa: E402
import many_runs  # noqa: E402

sys.path.insert(0, str(cardon_run.SOURCE / "flesh/python"))
from cardon import convergence, refinement  # noqa: E402 - what `cardon converge` uses

ROUNDING = 1e-15


def by_direction(boundary, dimensions):
    return boundary if isinstance(boundary, list) else [boundary] * dimensions


def ends(case, intervals):
    if callable(case.domain):
        return [list(case.domain(n)) for n in intervals]
    return [list(d) for d in case.domain or ((0, 1),) * len(intervals)]


def parfile(case, level):
    intervals = [n * 2 ** level for n in case.intervals]
    closed = [b != "periodic" for b in by_direction(case.boundary, len(intervals))]
    coarse = [n + (end and case.centring == "points") for n, end in zip(case.intervals, closed)]
    size = refinement.refine(coarse, closed, 2 ** level, case.centring)
    steps = case.steps * 2 ** (level * case.steps_power)
    time = {"stop": {"iterations": steps}, "step": case.end / steps}
    if case.integrator:
        time["integrator"] = case.integrator
    if case.iterations:
        time["icn"] = {"iterations": case.iterations}
    name, reduction = case.quantity.split(".")
    return {
        "title": f"{case.name}, level {level}",
        "thorns": [case.thorn],
        "grid": {case.centring: size, "domain": ends(case, intervals), "boundary": case.boundary},
        "time": time,
        case.thorn: case.parameters,
        "output": {"scalars": {"every": steps, "fields": [name], "reductions": [reduction]}},
    }


def final_value(case, level):
    """The quantity at the end of the run."""
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", parfile(case, level))
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT], timeout=100)
        if result.code != 0:
            sys.exit(result.report())
        columns = cardon_run.RunFolder(folder / "out").scalars
        time = columns["time"][-1]
        if abs(time - case.end) > 1e-9 * case.end:
            sys.exit(f"{case.name}: the run ended at {time}, not at {case.end}")
        return columns[case.quantity][-1]


def errors(case):
    """Of the two finest levels, which show the order; without a known value the changes between the three finest."""
    known = case.vanishes or convergence.is_error(case.quantity)
    first = max(0, case.levels - (2 if known else 3))
    values = [final_value(case, level) for level in range(first, case.levels)]
    return values if known else convergence.differences(values)


def verdict(case, found):
    """What is wrong, or None."""
    if any(not math.isfinite(e) for e in found):
        return "an error is not finite"
    if case.largest is not None and found[-1] > case.largest:
        return f"the error is above {case.largest:g}"
    if case.levels == 1:
        return None
    if found[-1] < ROUNDING:
        return "the errors are those of rounding, which show no order"
    order = convergence.orders(found)[-1]
    if not abs(order - case.order) <= case.tolerance:
        return f"the order is {order:.2f}, not {case.order:g}"
    return None


def check(case):
    found = errors(case)
    orders = convergence.orders(found)
    wrong = verdict(case, found)
    print(f"{case.name:32s} errors {' '.join(f'{e:.3g}' for e in found)}  orders {' '.join(f'{o:.2f}' for o in orders)}"
          f"{'  WRONG: ' + wrong if wrong else ''}", flush=True)
    return wrong is None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--case")
    choice.add_argument("--group")
    choice.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(case.name for case in cases.CASES))
        return
    chosen = [c for c in cases.CASES if c.name == arguments.case or c.name.split("/")[0] == arguments.group]
    if not chosen:
        sys.exit("there is no such case; see --list")
    if not all([check(case) for case in chosen]):
        sys.exit(1)


if __name__ == "__main__":
    main()
