#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points per second on two ranks with the ghost depth that a driver finds for itself over those with the fewest layers. Runs
take turns, and bits are compared as well. Runs include the search.

    CARDON_BINARY=build/bin/cardon tests/performance/tiles/ghosts.py [--points 256] [--rounds 3] [--seconds 5] [--driver GridDriver]
"""
import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

# The fewest layers, and sections.
CASES = {
    "WaveToy": (1, {}),
    "WaveToy, order 4": (2, {"WaveToy": {"order": 4}}),
    "Diffusion": (1, {}),
    "AcousticWave": (2, {}),
    "WaveMoL, order 4": (2, {"WaveMoL": {"width": 0.3, "order": 4}, "time": {"integrator": "rk4", "courant": 0.2}}),
    "GrayScott": (1, {}),
}
RANKS = 2
FOUND = {"UnigridDriver": 0, "GridDriver": "auto"}  # driver.ghost_zones


def run(name, options, ghost_zones, steps):
    """Summary of a run."""
    _, sections = CASES[name]
    config = {"thorns": [name.split(",")[0], options.driver], "grid": {"points": [options.points] * 3, "boundary": "periodic"}, **sections,
              "driver": {"ghost_zones": ghost_zones}, "checkpoint": {"on_stop": "never"}, "page": {"serve": "never"}}
    config["time"] = {"courant": 0.2, **sections.get("time", {}), "stop": {"iterations": steps}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], ranks=RANKS, timeout=600)
        if result.code != 0:
            raise RuntimeError(result.report())
        return cardon_run.RunFolder(folder / "out").summary


def measure(name, options):
    fewest, _ = CASES[name]
    few = 20
    steps = max(160, round(few * options.seconds / run(name, options, fewest, few)["evolution_seconds"]))
    rounds = [[run(name, options, ghosts, steps) for ghosts in (fewest, FOUND[options.driver])] for _ in range(options.rounds)]
    if len({str(summary["checksums"]) for pair in rounds for summary in pair}) > 1:
        sys.exit(f"{name}: the ghost depth changes the answer")
    before, after = ([summary["points_per_second"] for summary in way] for way in zip(*rounds))
    layers = [pair[1].get("ghost_search", {}).get("depth", fewest) for pair in rounds]
    ratios = ", ".join(f"{b / a:.2f}" for a, b in zip(before, after))
    print(f"{name} {options.points}^3, {options.driver}, {steps} steps, {fewest} -> {layers} layers: "
          f"{statistics.median(after) / statistics.median(before):.2f} ({ratios}); "
          f"{1e-6 * statistics.median(before):.0f} -> {1e-6 * statistics.median(after):.0f} million points/s; load {os.getloadavg()[0]:.1f}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, nargs="+", default=[256], help="in each direction")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5, help="of each run, about")
    parser.add_argument("--driver", choices=FOUND, default="UnigridDriver")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    options = parser.parse_args()
    for options.points in options.points:
        for name in options.cases:
            measure(name, options)


if __name__ == "__main__":
    main()
