#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mass, energy and, without walls, momentum of a gas change by rounding only: in smooth flow and with shocks, between periodic faces
and walls, for all schemes. Where gas may flow out the same sums do change."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

BOUND = 1e-14       # of a relative change, after STEPS steps; a double is rounded to 1.1e-16
STEPS = 400
SWIRL = {"initial": "expression", "max_speed": 2.5, "density_formula": "1 + 0.5*sin(2*pi*(x + 2*y))",
         "velocity_x_formula": "0.6*cos(2*pi*y)", "velocity_y_formula": "0.4*sin(2*pi*x)", "velocity_z_formula": "0.1*cos(4*pi*x)",
         "pressure_formula": "1 + 0.3*cos(2*pi*(x - y))"}
BLAST = {"initial": "sedov", "width": 0.05, "centre": [0.3, 0.4, 0.4], "pressure": 0.01}
SOD = {"initial": "riemann", "direction": "x"}
CASES = {
    "swirl, mc, hllc": ([48, 40], "periodic", "ssprk3", SWIRL),
    "swirl, none, hll": ([48, 40], "periodic", "rk2", {**SWIRL, "limiter": "none", "riemann": "hll"}),
    "swirl, van_leer, 3-D": ([20, 16, 12], "periodic", "ssprk3", {**SWIRL, "limiter": "van_leer"}),
    "swirl, mc_characteristic": ([48, 40], "periodic", "ssprk3", {**SWIRL, "limiter": "mc_characteristic"}),
    "swirl, ppm": ([48, 40], "periodic", "rk4", {**SWIRL, "reconstruction": "ppm"}),
    "blast, periodic": ([48, 48], "periodic", "rk2", {**BLAST, "limiter": "minmod"}),
    "blast, walls": ([48, 48], "reflecting", "rk2", BLAST),
    "blast, walls, char.": ([48, 48], "reflecting", "ssprk3", {**BLAST, "limiter": "mc_characteristic"}),
    "blast, walls, ppm": ([48, 48], "reflecting", "ssprk3", {**BLAST, "reconstruction": "ppm"}),
    "blast, walls, 3-D": ([20, 16, 12], ["reflecting", "periodic", "reflecting"], "rk2", {**BLAST, "limiter": "minmod"}),
    "blast, walls, floor": ([48, 48], "reflecting", "rk2", {**BLAST, "pressure_floor": 0.02}),
    "tube with ends, hll": ([200], "reflecting", "ssprk3", {**SOD, "riemann": "hll"}),
    "tube with ends, constant": ([200], "reflecting", "rk2", {**SOD, "reconstruction": "constant"}),
}
OPEN = ([48, 48], "neumann", "rk2", BLAST)


def run(cells, boundary, integrator, parameters):
    """Columns of scalars.tsv, first and last row."""
    config = {"title": "conservation", "thorns": ["Euler"],
              "grid": {"cells": cells, "domain": [[0, 1]] * len(cells), "boundary": boundary},
              "time": {"courant": 0.8, "stop": {"iterations": STEPS}, "integrator": integrator},
              "Euler": parameters,
              "output": {"scalars": {"every": STEPS, "reductions": ["max"],
                                     "fields": ["rho", "total_mass", "total_energy", "total_momentum_x", "total_momentum_y",
                                                "total_momentum_z", "courant_number"]}}}
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT], timeout=60)
        if result.code != 0:
            sys.exit(result.report())
        return cardon_run.RunFolder(folder / "out").scalars


def changes(columns, boundary):
    """Relative changes; those of momentum per what the mass would have at the speed 1."""
    found = {name: abs(columns[name][-1] - columns[name][0]) / columns[name][0] for name in ("total_mass", "total_energy")}
    if boundary == "periodic":
        for name in ("total_momentum_x", "total_momentum_y", "total_momentum_z"):
            found[name] = abs(columns[name][-1] - columns[name][0]) / columns["total_mass"][0]
    return found


def main():
    wrong, peaks = [], {}
    for name, case in CASES.items():
        columns = run(*case)
        found = changes(columns, case[1])
        print(f"{name:26s}" + "  ".join(f"{key[6:]} {value:.1e}" for key, value in found.items()), flush=True)
        wrong += [f"{name}: {key} changes by {value:.1e}" for key, value in found.items() if not value <= BOUND]
        peaks[name] = columns["rho.max"][-1]
        if columns["rho.max"][-1] == columns["rho.max"][0] or not columns["courant_number"][-1] < 1:
            wrong.append(f"{name}: nothing moves, or too fast")
    if peaks["blast, walls, floor"] == peaks["blast, walls"]:
        wrong.append("pressure_floor has no effect")
    flows_out = changes(run(*OPEN), OPEN[1])["total_mass"]
    if flows_out < 1e-3:
        wrong.append(f"open boundaries: the mass changes by {flows_out:.1e} only, so that this test shows nothing")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
