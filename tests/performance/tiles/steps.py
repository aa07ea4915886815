#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points per second of WaveToy (periodic cube, one rank) over the number of steps that a tile goes through, beside plain sweeps and what
the run chooses by itself; and with what ends segments: the health check, and a scalar. Runs take turns; medians with the least and the
largest; bits are compared as well.

    CARDON_BINARY=build/bin/cardon tests/performance/tiles/steps.py [--points 256] [--rounds 5] [--steps 96] [--every 24] [--tiles 8]

The table is in tests/performance/README.md, from which flesh/doc/images/draw_tables.py draws the figure."""
import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

LENGTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24)
NOTHING = {"health": {"every": 0}}


def looks(every):
    """Sections of runs with a look at the fields every so many steps."""
    health = {"health": {"every": every}}
    scalars = {"output": {"scalars": {"every": every, "fields": ["phi"], "reductions": ["max"]}}}
    return {"nothing": NOTHING, "health check": health, "health check and a scalar": {**health, **scalars}}


def run(options, tiles, sections):
    """Summary of a run."""
    config = {"thorns": ["WaveToy"], "grid": {"points": [options.points] * 3, "boundary": "periodic"},
              "time": {"courant": 0.2, "stop": {"iterations": options.steps}}, "driver": {"tiles": tiles},
              "checkpoint": {"on_stop": "never"}, "page": {"serve": "never"}, **sections}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], timeout=600)
        if result.code != 0:
            raise RuntimeError(result.report())
        return cardon_run.RunFolder(folder / "out").summary


def measure(options, cases):
    """Speeds by name of the case, in millions of points per second and step."""
    found, bits = {name: [] for name in cases}, set()
    for _ in range(options.rounds):
        for name, (tiles, sections) in cases.items():
            summary = run(options, tiles, sections)
            found[name].append(1e-6 * summary["points_per_second"])
            bits.add(str(summary["checksums"]))
    if len(bits) > 1:
        sys.exit("tiles change the answer")
    return found


def spread(speeds):
    return f"{statistics.median(speeds):.0f} ({min(speeds):.0f} to {max(speeds):.0f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=256, help="in each direction")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=96, help="of a run")
    parser.add_argument("--every", type=int, default=24, help="steps between looks; 24 is the default of health.every")
    parser.add_argument("--tiles", choices=("8", "auto"), default="8", help="steps per tile while fields are looked at")
    parser.add_argument("--only", choices=("lengths", "looks"), help="one of the two tables")
    options = parser.parse_args()
    if options.only != "looks":
        cases = {"0": ("never", NOTHING), **{str(n): ({"steps": n}, NOTHING) for n in LENGTHS}, "auto": ("auto", NOTHING)}
        found = measure(options, cases)
        print("| steps per tile | Mpoint/s | tiles/plain |\n|---|---|---|")
        for name, speeds in found.items():
            ratios = statistics.median(a / b for a, b in zip(speeds, found["0"]))
            label = "0 (plain sweeps)" if name == "0" else name
            print(f"| {label} | {spread(speeds)} | {ratios:.2f} |")
    if options.only != "lengths":
        tiles = "auto" if options.tiles == "auto" else {"steps": 8}
        found = measure(options, {name: (tiles, sections) for name, sections in looks(options.every).items()})
        print(f"\n| every {options.every} steps | Mpoint/s, {options.tiles} steps per tile | loss |\n|---|---|---|")
        for name, speeds in found.items():
            loss = statistics.median(1 - a / b for a, b in zip(speeds, found["nothing"]))
            print(f"| {name} | {spread(speeds)} | {100 * loss:.1f} % |")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
