#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points per second of WaveToy (periodic cube, one rank) over the number of steps that a tile goes through, beside plain sweeps and what
the run chooses by itself; and with what ends segments: the health check, and a scalar. Runs take turns; medians with the least and the
largest; bits are compared as well.

    CARDON_BINARY=build/bin/cardon tests/performance/tiles/steps.py [--points 256] [--rounds 5] [--steps 96]

The table is in tests/performance/README.md, from which flesh/doc/images/draw_tables.py draws the figure."""
import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

LENGTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24)
EVERY = 25      # steps between health checks, which is the default, and between rows of the scalar
LOOKS = {"nothing": {"health": {"every": 0}}, "health check": {"health": {"every": EVERY}},
         "health check and a scalar": {"health": {"every": EVERY},
                                       "output": {"scalars": {"every": EVERY, "fields": ["phi"], "reductions": ["max"]}}}}


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
    parser.add_argument("--only", choices=("lengths", "looks"), help="one of the two tables")
    options = parser.parse_args()
    quiet = LOOKS["nothing"]
    if options.only != "looks":
        cases = {"0": ("never", quiet), **{str(n): ({"steps": n}, quiet) for n in LENGTHS}, "auto": ("auto", quiet)}
        found = measure(options, cases)
        print("| steps per tile | Mpoint/s | tiles/plain |\n|---|---|---|")
        for name, speeds in found.items():
            ratios = statistics.median(a / b for a, b in zip(speeds, found["0"]))
            label = "0 (plain sweeps)" if name == "0" else name
            print(f"| {label} | {spread(speeds)} | {ratios:.2f} |")
    if options.only != "lengths":
        found = measure(options, {name: ({"steps": 8}, sections) for name, sections in LOOKS.items()})
        print(f"\n| every {EVERY} steps | Mpoint/s, 8 steps per tile | loss |\n|---|---|---|")
        for name, speeds in found.items():
            loss = statistics.median(1 - a / b for a, b in zip(speeds, found["nothing"]))
            print(f"| {name} | {spread(speeds)} | {100 * loss:.1f} % |")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
