#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what `cardon predict` says with what runs over emulated links took.

    tests/performance/prediction/prediction.py                  # all parts against the measured tables
    tests/performance/prediction/prediction.py A D --quick      # some rows only

The measured figures are the tables of flesh/doc/wide-area-results.md, made by wide_area.py; predictions are made now, with the
configurations of that benchmark and its compute times. Nothing runs in parallel, so it takes a minute or two.
"""
import argparse
import re
import statistics
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / name) for name in ("wide_area", "slow_links")]
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import compression  # noqa: E402
import depth  # noqa: E402
import latency  # noqa: E402
import messages  # noqa: E402
import together  # noqa: E402
from runs import machine, merged, ranks_of  # noqa: E402

import json  # noqa: E402

RESULTS = cardon_run.SOURCE / "flesh/doc/wide-area-results.md"
GOAL = 0.10                       # median error of a part
FAST = 20e6                       # points per second where computing is not what is measured


def tables(text):
    """The last table of each part, by letter: a list of {column: cell}."""
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        blocks = re.findall(r"(?:^\|.*\n)+", part + "\n", re.MULTILINE)
        lines = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in blocks[-1].splitlines()]
        found[part[0]] = [dict(zip(lines[0], line)) for line in lines[2:]]
    return found


def number(cell):
    return float(re.match(r"[-\d.]+", cell)[0])


def percent(cell):
    return number(cell) / 100


def points(config):
    x, y, z = config["grid"]["points"]
    return x * y * z


def speed(config, step):
    """Points per second of a rank that computes for `step` seconds per time step."""
    return points(config) / ranks_of(config) / step


def predict(config, points_per_second):
    """The prediction for the settings of a configuration."""
    config = merged(config, {"driver.decomposition": "fixed"})
    config["driver"].setdefault("blocks_per_rank", 1)
    config["driver"].setdefault("compression", "none")
    config["driver"].setdefault("overlap", "always")
    config.pop("emulated_compute", None)
    with cardon_run.folder() as folder:
        cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["predict", "case.yaml", "--json", "--speed", f"{points_per_second:.6g}"], cwd=folder)
        if result.code:
            sys.exit(result.report())
        return json.loads(result.out)["as_set"]


# Each part yields (name, measured, predicted) of times or efficiencies.

def part_a(rows):
    for row in rows:
        milliseconds = number(row["latency ms"])
        for way, (naive, piece) in latency.WAYS.items():
            config = merged(latency.CONFIG, {"machine": machine([1, 1], milliseconds, naive=naive), "driver.piece_bytes": piece})
            found = predict(config, speed(config, latency.STEP))
            yield f"{way}, {milliseconds:g} ms", percent(row[way]), found["efficiency"]


def part_b(rows):
    ways = {"never": depth.WAYS["never"], "always": depth.WAYS["always"], "8 blocks": depth.WAYS["8 blocks"]}
    for row in rows:
        problem, way, milliseconds = row["problem"], row["overlap"], number(row["latency ms"])
        cells = {1: row["E at depth 1"], 4: row["at depth 4"], int(row["best depth"]): row["E there"]}
        for layers, cell in cells.items():
            config = merged(depth.PROBLEMS[problem], {"machine": machine([1, 1], milliseconds), "driver.ghost_zones": layers,
                                                      **ways[way]})
            found = predict(config, speed(config, depth.STEP[problem]))
            yield f"{problem}, {way}, {milliseconds:g} ms, depth {layers}", percent(cell), found["efficiency"]


def part_c(rows):
    for row in rows:
        for bandwidth in compression.BANDWIDTHS:
            config = compression.case(row["data"], row["chain"], bandwidth, 25)
            found = predict(config, FAST)
            yield (f"{row['data']}, {row['chain']}, {bandwidth:g} MB/s", number(row[f"{bandwidth:g} MB/s: ms"]),
                   1e3 * (found["exchange_seconds"] + found["exposed_seconds"]))


def part_d(rows):
    for row in rows:
        milliseconds = number(row["latency L"])
        for way, changes in messages.WAYS.items():
            config = merged(messages.CONFIG, {"machine": machine(messages.SITES, milliseconds), **changes})
            found = predict(config, speed(config, messages.STEP))
            yield f"{way}, {milliseconds:g} ms", number(row[way]), 1e3 * found["seconds_per_step"]


def part_e(rows):
    config = merged(together.CONFIG, {"machine": machine([together.RANKS] * 2, together.LATENCY, together.BANDWIDTH)})
    for site in config["machine"]["sites"]:
        site["topology"] = [1, together.RANKS, 1]
    settings = {name: merged(config, changes) for name, changes in together.THEIRS}
    for name, changes in together.OURS:
        config = merged(config, changes)
        settings[name] = config
    for row in rows:
        case = settings[row["setting"]]
        found = predict(case, speed(case, together.STEP))
        yield row["setting"], number(row["ms per step"]), 1e3 * found["seconds_per_step"]


PARTS = {"A": part_a, "B": part_b, "C": part_c, "D": part_d, "E": part_e}


def compare(letter, rows, verbose):
    errors = []
    for name, measured, predicted in PARTS[letter](rows):
        error = abs(predicted / measured - 1)
        errors.append((error, name))
        if verbose:
            print(f"  {letter}  {name:<50}{measured:>10.4g}{predicted:>10.4g}{100 * error:>8.1f} %")
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", default=list(PARTS), help="letters of parts; default: all")
    parser.add_argument("--quick", action="store_true", help="every fifth row only")
    parser.add_argument("--verbose", action="store_true", help="every figure")
    parser.add_argument("--check", action="store_true", help="fail if a median is above 10 %%")
    options = parser.parse_args()
    measured = tables(RESULTS.read_text())
    good = True
    lines = []
    for letter in options.parts:
        rows = measured[letter][::5] if options.quick else measured[letter]
        errors = compare(letter, rows, options.verbose)
        median = statistics.median(error for error, _ in errors)
        worst = max(errors)
        good = good and median <= GOAL
        lines.append(f"{letter:>4}{len(errors):>10}{100 * median:>10.1f} %{100 * worst[0]:>10.1f} %  {worst[1]}")
        if letter == "C":         # what travels slowly enough to be worth a prediction
            slow = [error for error, name in errors if number(name.rsplit(", ", 1)[1]) <= 10]
            lines.append(f"{'':>4}{len(slow):>10}{100 * statistics.median(slow):>10.1f} %{100 * max(slow):>10.1f} %"
                         "  of these up to 10 MB/s")
    print(f"{'part':>4}{'figures':>10}{'median':>12}{'worst':>12}  where")
    print("\n".join(lines))
    return 0 if good or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
