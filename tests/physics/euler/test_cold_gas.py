#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gas without pressure, and with one below 0 that counts as the floor in fluxes: at rest, in motion, and moving apart, so that a
gap opens. No number may become NaN, what rests stays at rest to the last bit, and what runs apart leaves the middle emptier."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

SPEEDS = {"at rest": "0", "in motion": "1", "to the left": "-1", "apart": "x < 0.5 ? -1 : 1",
          "apart, to the left": "x < 0.5 ? -1 : -0.5", "apart, to the right": "x < 0.5 ? 0.5 : 1",
          "apart from rest": "x < 0.5 ? 0 : 1"}


def run(speed, pressure, riemann):
    """Columns of scalars.tsv; a report if the run failed."""
    config = {"title": "cold", "thorns": ["Euler"],
              "grid": {"cells": [32], "domain": [[0, 1]], "boundary": "reflecting" if speed == "0" else "neumann"},
              "time": {"courant": 0.4, "stop": {"iterations": 20}, "integrator": "ssprk3"}, "health": {"every": 1},
              "Euler": {"initial": "expression", "max_speed": 2, "velocity_x_formula": speed, "pressure_formula": str(pressure),
                        "riemann": riemann, "reconstruction": "constant"},
              "output": {"scalars": {"every": 1, "reductions": ["min", "max"], "fields": ["rho", "mach", "courant_number"]}}}
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT])
        return cardon_run.RunFolder(folder / "out").scalars if result.code == 0 else result.report()


def main():
    wrong = []
    for riemann in ("hllc", "hll"):
        for name, speed in SPEEDS.items():
            for pressure in (0, -1e-9):
                case = f"{riemann}, {name}, pressure {pressure:g}"
                columns = run(speed, pressure, riemann)
                if isinstance(columns, str):
                    wrong.append(f"{case}:\n{columns}")
                    continue
                speeds = columns["courant_number"]
                print(f"{case:44s} density {columns['rho.min'][-1]:.3g} to {columns['rho.max'][-1]:.3g}, courant_number "
                      f"{speeds[0]:.3g} to {speeds[-1]:.3g}", flush=True)
                wrong += [f"{case}: {key} is {values}" for key, values in columns.items() if any(v != v for v in values)]
                if name.startswith("apart") and not columns["rho.min"][-1] < 0.9:
                    wrong.append(f"{case}: no gap opens")
                if name == "at rest" and (columns["mach.max"][-1], speeds[-1], columns["rho.max"][-1]) != (0, 0, 1):
                    wrong.append(f"{case}: it moves")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
