#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Robust stability (Alcubierre et al., Class. Quantum Grav. 21, 589, 2004): noise in every evolved variable, without dissipation
unless it is set. At each doubling of the points the noise is divided by 4, so that constraints, which hold second derivatives, start
alike. Of a system that is not well posed they grow the faster the more points there are; here they do not grow with any number. The
long version also runs the shipped file for 150 crossing times."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

NOISE = 1e-10       # with POINTS points
POINTS = 50
END = 4
COURANT = 0.25
HARMONIC = {"lapse": "harmonic"}
# Integrator, levels, points along y and z, parameters, largest growth: |ham| in the second half of the run per that at the start.
CASES = {
    "ccz4": ("rk4", 3, [], {}, 2),
    "ccz4, 3-D": ("rk4", 1, [4, 4], {}, 2),
    "ccz4, order 8": ("rk4", 2, [], {"order": 8}, 2),
    "ccz4, 3-D, order 6": ("rk4", 1, [5, 5], {"order": 6}, 2),
    "bssn, harmonic, dissipation": ("rk4", 3, [], {**HARMONIC, "shift": "none", "formulation": "bssn", "dissipate": True}, 6),
    "bssn, harmonic": ("icn", 3, [], {**HARMONIC, "shift": "none", "formulation": "bssn"}, 6),
    "ccz4, harmonic shift, order 2": ("rk4", 3, [], {**HARMONIC, "shift": "harmonic", "order": 2}, 6),
}


def run(integrator, level, across, parameters):
    """Columns of scalars.tsv."""
    points = [POINTS * 2 ** level, *across]
    steps = int(END / COURANT * points[0])
    config = {"title": "robust stability", "thorns": ["EinsteinVacuum"],
              "grid": {"points": points, "domain": [[0, n / points[0]] for n in points], "boundary": "periodic"},
              "time": {"step": END / steps, "stop": {"iterations": steps}, "integrator": integrator},
              "EinsteinVacuum": {"initial": "robust", "amplitude": NOISE / 4 ** level, "dissipate": False, **parameters},
              "output": {"scalars": {"every": steps // 40, "reductions": ["linf"], "fields": ["ham", "error"]}}}
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT], timeout=60)
        if result.code != 0:
            sys.exit(result.report())
        return cardon_run.RunFolder(folder / "out").scalars


def shipped():
    """|ham| of the shipped parameter file, with the dissipation that is the default."""
    with many_runs.folder() as folder:
        result = many_runs.call(["run", cardon_run.SOURCE / "parfiles/einstein-robust.yaml", "--out", folder / "out", "--quiet",
                                 "time.stop.time=150 s", "output.scalars.every=500"], timeout=900)
        if result.code != 0:
            sys.exit(result.report())
        return cardon_run.RunFolder(folder / "out").scalars["ham.linf"]


def growth(ham):
    """Largest of the second half per the first."""
    return max(ham[len(ham) // 2:]) / ham[0]


def main():
    wrong = []
    for name, (integrator, levels, across, parameters, largest) in CASES.items():
        found = [growth(run(integrator, level, across, parameters)["ham.linf"]) for level in range(levels)]
        print(f"{name:32s} growth of ham {' '.join(f'{g:.3g}' for g in found)}", flush=True)
        if not (max(found) <= largest and found[-1] <= 1.2 * found[0]):
            wrong.append(name)
    if cardon_run.LONG:
        ham = shipped()
        print(f"einstein-robust.yaml to t = 150: {ham[-1]:.2g}, growth of ham {growth(ham):.2g}")
        if not growth(ham) < 1e-4:
            wrong.append("einstein-robust.yaml")
    if wrong:
        sys.exit(f"constraints grow: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
