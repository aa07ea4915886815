#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of the shipped applications over that of an older build, on one rank and periodic cubes. The older build runs as it does by
itself, this one so and in tiles of as many steps as applications.py gives, or without tiles (--plain), which compares the tasks
themselves. Runs take turns; medians, with the least and the largest ratio within a round. Checksums are compared.

    CARDON_BINARY=build/bin/cardon tests/performance/applications/revisions.py OTHER [--points 256] [--rounds 3] [--only Maxwell] [--plain]

OTHER is the program of the older build. It need not know of tiles; cases with parameters that it does not know are omitted."""
import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
from applications import CASES, millions, points_of  # noqa: E402

# In which two segments in tiles, and some tries of `auto`, find room; the others: 16.
STEPS = {"WaveToy": 96, "WaveToy, order 4": 96, "Diffusion": 96, "Diffusion, medium": 64, "AcousticWave": 64,
         "WaveMoL, order 4": 24, "WaveMoL, order 4, icn": 24}


class Unknown(Exception):
    """The build does not know the case."""


def run(binary, name, points, steps, driver):
    """The summary of a run."""
    sections = CASES[name][2]
    config = {"thorns": [name.split(",")[0], "GridDriver"], "grid": {"points": [points] * 3, "boundary": "periodic"}, **sections,
              "checkpoint": {"on_stop": "never"}, "health": {"every": 0}, **({"driver": driver} if driver else {})}
    config["time"] = {**sections.get("time", {}), "stop": {"iterations": steps}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        done = subprocess.run([binary, "run", file, "--out", folder / "out", "--quiet"], capture_output=True, text=True,
                              env=cardon_run.environment(), timeout=1800)
        if "[parameter/unknown]" in done.stderr or "[registry/thorn-not-found]" in done.stderr:
            raise Unknown
        if done.returncode != 0:
            sys.exit(f"{binary}, {name}:\n{done.stdout}{done.stderr}")
        return cardon_run.RunFolder(folder / "out").summary


def ways(plain):
    """The older build and two ways to run this one."""
    return ("older", "auto", "plain" if plain else "by hand")


def row(other, name, points, rounds, steps, plain):
    """A line of the table."""
    tiles = "never" if plain else {"steps": CASES[name][0]}
    builds = dict(zip(ways(plain), ((other, {}), (cardon_run.BINARY, {}), (cardon_run.BINARY, {"tiles": tiles}))))
    found = {way: [] for way in builds}
    for _ in range(rounds):
        for way, (binary, driver) in builds.items():
            found[way].append(run(binary, name, points, steps, driver))
    checksums = {str(summary["checksums"]) for each in found.values() for summary in each}
    speeds = {way: [summary["points_per_second"] for summary in each] for way, each in found.items()}
    cells = [millions(statistics.median(speeds[way])) for way in builds]
    for way in ways(plain)[1:]:
        ratios = [new / old for new, old in zip(speeds[way], speeds["older"])]
        cells.append(f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    cells.append("equal" if len(checksums) == 1 else "differ")
    return f"| {name} | {points} | {steps} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="cardon of the older build")
    parser.add_argument("--points", type=int, default=256, help="in each direction; EinsteinVacuum: half as many, and 96 for 256")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, help="of all runs (default: by case)")
    parser.add_argument("--only", default="", help="cases whose names begin like this")
    parser.add_argument("--plain", action="store_true", help="compares sweeps without tiles, not tiles by hand")
    options = parser.parse_args()
    third = ways(options.plain)[2]
    print(f"| application | points | steps | older, Mpoint/s | auto | {third} | auto/older | {third}/older | checksums |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in CASES:
        if not name.startswith(options.only):
            continue
        steps = options.steps or STEPS.get(name, 16)
        try:
            print(row(options.other, name, points_of(name, options.points), options.rounds, steps, options.plain), flush=True)
        except Unknown:
            print(f"{name}: a parameter or a thorn is unknown to one of the two", file=sys.stderr)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
