#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points per second of GridDriver in tiles over those in plain sweeps, for one rank and for two (two sites, not emulated). Runs take
turns. Bits are compared as well.

    CARDON_BINARY=build/bin/cardon tests/performance/tiles/tiles.py [--points 256] [--rounds 3] [--tiles auto]
"""
import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

# Steps of a run and of a segment, sections.
CASES = {
    "WaveToy": (82, 8, {}),
    "Diffusion": (82, 8, {}),
    "WaveMoL, order 4, RK4": (10, 1, {"WaveMoL": {"width": 0.3, "order": 4}, "time": {"integrator": "rk4", "courant": 0.2}}),
}
SITES = {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]}


def run(name, points, ranks, tiles):
    """Points per second, and the checksums."""
    steps, segment, sections = CASES[name]
    config = {"thorns": [name.split(",")[0], "GridDriver"], "grid": {"points": [points] * 3, "boundary": "periodic"}, **sections,
              "driver": {"tiles": {"steps": segment} if tiles == "steps" else tiles, "calibration": "never"},
              "checkpoint": {"on_stop": "never"}, "health": {"every": 0}}
    config["time"] = {**sections.get("time", {}), "stop": {"iterations": steps}}
    if ranks > 1:
        config["machine"] = SITES
        config["tuning"] = {"tuner": "none"}
        config["driver"]["ghost_zones"] = f"every {segment} steps"
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], ranks=ranks, threads=ranks > 1, timeout=600)
        if result.code != 0:
            raise RuntimeError(result.report())
        summary = cardon_run.RunFolder(folder / "out").summary
    return points ** 3 * steps / summary["evolution_seconds"], summary["checksums"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=256, help="in each direction")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tiles", choices=("steps", "auto"), default="steps", help="8 steps (RK4: one), or as the run chooses")
    options = parser.parse_args()
    for name in CASES:
        for ranks in (1, 2):
            speeds = {"never": [], options.tiles: []}
            for _ in range(options.rounds):
                found = {tiles: run(name, options.points, ranks, tiles) for tiles in speeds}
                for tiles, (speed, _) in found.items():
                    speeds[tiles].append(speed)
                if len({str(checksums) for _, checksums in found.values()}) > 1:
                    sys.exit(f"{name} on {ranks} ranks: tiles change the answer")
            plain, tiled = (statistics.median(values) for values in speeds.values())
            pairs = ", ".join(f"{b / a:.2f}" for a, b in zip(*speeds.values()))
            print(f"{name}, {ranks} ranks: {tiled / plain:.2f} ({pairs}); {1e-6 * plain:.0f} -> {1e-6 * tiled:.0f} million points/s; "
                  f"load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
