#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points per second of the shipped applications with fields in three directions, on one rank, in plain sweeps and in tiles, and the
floating-point operations that their tasks declare. Runs take turns; medians. Bits are compared as well.

    CARDON_BINARY=build/bin/cardon tests/performance/applications/applications.py [--points 128] [--rounds 3] [--only Euler]
"""
import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

RK4 = {"integrator": "rk4", "courant": 0.2}
GAS = {"initial": "expression", "fastest": 2.5, "density_formula": "1 + 0.3*sin(2*pi*(x + 2*y))",
       "velocity_x_formula": "0.4*cos(2*pi*y)", "velocity_y_formula": "0.3*sin(2*pi*x)",
       "pressure_formula": "1 + 0.2*cos(2*pi*(x - y))"}

# Steps of a segment in tiles; steps of a run; sections.
CASES = {
    "WaveToy": (8, 40, {}),
    "WaveToy, order 4": (8, 40, {"WaveToy": {"order": 4}}),
    "WaveMoL, order 4": (1, 8, {"WaveMoL": {"width": 0.3, "order": 4}, "time": RK4}),
    "Diffusion": (8, 40, {}),
    "Diffusion, medium": (8, 40, {"Diffusion": {"medium": "variable"}}),
    "TensorHeat": (2, 8, {}),
    "Maxwell": (2, 12, {}),
    "AcousticWave": (4, 20, {}),
    "GrayScott": (2, 12, {}),
    "AllenCahn": (2, 12, {}),
    "Flame": (2, 12, {}),
    "Euler": (1, 6, {"Euler": GAS, "time": {"integrator": "rk2", "courant": 0.5}}),
    "EinsteinVacuum": (1, 2, {"time": {"integrator": "rk4", "courant": 0.25}}),
}


def run(name, points, tiles):
    """What a run with these tiles leaves in its summary."""
    _, steps, sections = CASES[name]
    config = {"thorns": [name.split(",")[0]], "grid": {"points": [points] * 3, "boundary": "periodic"}, **sections,
              "driver": {"tiles": tiles}, "checkpoint": {"on_stop": "never"}, "health": {"every": 0}}
    config["time"] = {**sections.get("time", {}), "stop": {"iterations": steps}}
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet"], timeout=600)
        if result.code != 0:
            raise RuntimeError(result.report())
        return cardon_run.RunFolder(folder / "out").summary


def millions(speed):
    return f"{1e-6 * speed:.0f}" if speed >= 1e8 else f"{1e-6 * speed:.3g}"


def row(name, points, rounds):
    """A line of the table."""
    plain, tiled = [], []
    for _ in range(rounds):
        for tiles, found in (("never", plain), ({"steps": CASES[name][0]}, tiled)):
            found.append(run(name, points, tiles))
    if len({str(summary["checksums"]) for summary in plain + tiled}) > 1:
        sys.exit(f"{name}: tiles change the answer")
    speeds = [statistics.median(summary["points_per_second"] for summary in found) for found in (plain, tiled)]
    flops = plain[0].get("flops_per_point")
    rate = f"{flops:.0f} | {1e-9 * flops * max(speeds):.1f}" if flops else " | "
    return f"| {name} | {millions(speeds[0])} | {millions(speeds[1])} | {speeds[1] / speeds[0]:.2f} | {rate} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=128, help="in each direction; EinsteinVacuum: half as many")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="cases whose names begin like this")
    options = parser.parse_args()
    if not any(name.startswith(options.only) for name in CASES):
        sys.exit(f"no case begins with {options.only}: {', '.join(CASES)}")
    print("| application | million points/s, plain | in tiles | tiles/plain | operations per point and step | GFlop/s |")
    print("|---|---|---|---|---|---|")
    for name in CASES:
        if name.startswith(options.only):
            print(row(name, options.points // (2 if name == "EinsteinVacuum" else 1), options.rounds), flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
