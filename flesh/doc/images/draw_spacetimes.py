#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of curves on the page of EinsteinVacuum from runs of shipped parameter files.

    draw_spacetimes.py [--only NAME ...] [--out FOLDER] [key=value ...]

The runs take some minutes. CARDON_BINARY is the program (default: build/bin/cardon). key=value are further overrides for all runs."""
import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
sys.path[:0] = [str(HERE), str(SOURCE / "tests/physics/einstein")]
import draw_runs  # noqa: E402  (finds the package cardon)
from cardon import plots  # noqa: E402
from test_waveform import RADIUS, mode  # noqa: E402

PULSE_WIDTH = 2.0                                # as in the file
NOT_FINITE = 3                                   # exit code of runs whose values grow beyond all bounds
BSSN = ("EinsteinVacuum.formulation=bssn", "EinsteinVacuum.shift=none", "EinsteinVacuum.lapse=harmonic")


@dataclass
class Case:
    """A curve of a run of parfiles/`parfile`.yaml with overrides."""
    label: str
    parfile: str
    overrides: tuple = ()
    codes: tuple = (0,)


def gauge_wave(points, *overrides):
    """The wave depends on x alone, so that one direction is enough."""
    return (f"grid.points=[{points}]", "grid.domain=[[-0.5, 0.5]]", "time.stop.time=100 s",
            "output={scalars: {every: 80, fields: [ham], reductions: [l2]}}", *overrides)


def noise(*overrides):
    return ("time.stop.time=20 s", *overrides)


GAUGE_WAVE = [Case("BSSN, 50 points", "einstein-gauge-wave", gauge_wave(50, "EinsteinVacuum.formulation=bssn"),
                   (0, NOT_FINITE)),
              Case("CCZ4, 50 points", "einstein-gauge-wave", gauge_wave(50)),
              Case("CCZ4, 100 points", "einstein-gauge-wave", gauge_wave(100))]
NOISE = [Case("CCZ4, 1+log, gamma-driver", "einstein-robust", noise()),
         Case("CCZ4, no dissipation", "einstein-robust", noise("EinsteinVacuum.dissipate=false")),
         Case("BSSN, harmonic slicing, no shift", "einstein-robust", noise(*BSSN)),
         Case("BSSN, no dissipation", "einstein-robust", noise(*BSSN, "EinsteinVacuum.dissipate=false"))]
PULSE = {n: Case(f"{n}\u00b3 points", "einstein-wave-pulse", (f"grid.points=[{n}, {n}, {n}]",)) for n in (24, 32, 48)}


def run(case, scratch, overrides):
    picture = draw_runs.Picture(case.label, case.parfile, "", overrides=case.overrides)
    return draw_runs.run(picture, Path(scratch) / str(len(list(Path(scratch).iterdir()))), overrides, case.codes)


def constraint(cases, column, title, end):
    def figure(scratch, overrides):
        curves = []
        for case in cases:
            scalars = run(case, scratch, overrides).scalars
            keep = np.isfinite(scalars[column]) & (scalars.time > 0)   # at first gauge waves violate constraints by rounding only
            curves.append(plots.Curve(scalars.time[keep], scalars[column][keep], case.label, markers=False))
            unit = scalars.units[column]
        return plots.curve_figure(curves, column, unit, title=title, subtitle=f"{end} crossing times", log="y")
    return figure


def waveform(scratch, overrides):
    """The mode (2, 0) of Psi_4 and its difference from the linear solution, scaled with the fourth power of the spacing."""
    shown, differences = [], []
    finest = max(PULSE)
    for n, case in PULSE.items():
        found = run(case, scratch, overrides)
        table = found.spheres["psi4.r5"]
        unit, time = table.units["l2m0.re"], table.time
        shown.append(plots.Curve(time, table["l2m0.re"], case.label, markers=False))
        difference = np.abs(table["l2m0.re"] - mode(time, PULSE_WIDTH).real)
        differences.append(plots.Curve(time, difference * (n / finest) ** 4,
                                       case.label + (f", times ({n}/{finest})\u2074" if n != finest else ""), markers=False))
    time = np.linspace(0, time[-1], 400)
    shown.append(plots.Curve(time, mode(time, PULSE_WIDTH).real, "linear solution", dashed=True))
    panels = [plots.Panel("Psi_4, mode (2, 0)", unit, shown), plots.Panel("|difference|", unit, differences, "y")]
    return plots.panel_figure(panels, "time", "s", "Gravitational wave pulse", f"extracted at {RADIUS:g} m")


FIGURES = {
    "einstein/constraints": constraint(GAUGE_WAVE, "ham.l2", "Constraints of a gauge wave of amplitude 0.1", 100),
    "einstein/noise": constraint(NOISE, "ham.linf", "Constraints of noise of amplitude 1e-10", 20),
    "einstein/waveform": waveform,
}


def draw(name, out, overrides=()):
    """Makes the runs, draws the figure and returns its file."""
    with tempfile.TemporaryDirectory(prefix="cardon-") as scratch:
        return plots.save(FIGURES[name](scratch, overrides), Path(out) / f"{name}.png", dpi=150)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", default=list(FIGURES))
    parser.add_argument("--out", default=HERE)
    parser.add_argument("overrides", nargs="*")
    arguments = parser.parse_args()
    for name in arguments.only:
        print(draw(name, arguments.out, arguments.overrides), flush=True)


if __name__ == "__main__":
    main()
