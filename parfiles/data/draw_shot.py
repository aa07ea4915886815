#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the model of layers.h5 and the seismogram of a run of acoustic-model.yaml, one above the other. Needs the Python package
of Cardon (flesh/doc/python.md).

    draw_shot.py RUN PNG
"""
import sys
from pathlib import Path

import cardon
import h5py
import numpy as np
from cardon import plots
from cardon.plots.style import new_figure, styled

WIDTH, DEPTH = 2000, 1000            # m, of the model
SOURCE = (900, -20)
RECEIVERS = (100, 1900, -15)         # first, last and height


def draw_model(figure, axes, speeds):
    shown = axes.imshow(speeds, origin="lower", extent=[0, WIDTH, -DEPTH, 0], cmap="viridis", aspect="auto")
    first, last, height = RECEIVERS
    axes.plot(np.linspace(first, last, 61), np.full(61, height), "w.", markersize=2, label="receivers")
    axes.plot(*SOURCE, "r*", markersize=10, markeredgecolor="white", markeredgewidth=0.5, label="source", zorder=3)
    axes.set_ylabel("y (m)")
    axes.set_title("A shot in layered rock", loc="left")
    axes.legend(loc="lower left", ncols=2, facecolor="0.35", labelcolor="white", framealpha=1)
    figure.colorbar(shown, ax=axes, label=r"wave speed ($\mathrm{m\,s^{-1}}$)")


def draw_seismogram(figure, axes, table):
    """Grey scales are cut where 3 % of the values are larger: the direct wave would outshine its echoes."""
    traces = np.stack([table[name] for name in table.names], axis=1)
    first, last, _ = RECEIVERS
    strength = np.percentile(abs(traces), 97)
    shown = axes.imshow(traces, aspect="auto", cmap="gray", vmin=-strength, vmax=strength,
                        extent=[first, last, table.time[-1], table.time[0]])
    axes.set(xlabel="x (m)", ylabel="time (s)", xlim=(0, WIDTH))
    figure.colorbar(shown, ax=axes, label=f"pressure ({table.units[table.names[0]]})", extend="both")


def shot_figure(run):
    with h5py.File(Path(__file__).parent / "layers.h5") as file:
        speeds = file["vp"][...]
    with styled():
        figure = new_figure(6.3, 6.0)
        upper, lower = figure.subplots(2, 1, sharex=True)
        draw_model(figure, upper, speeds)
        draw_seismogram(figure, lower, run.table("receivers"))
    return figure


def main():
    run, png = cardon.open(sys.argv[1]), sys.argv[2]
    plots.save(shot_figure(run), png, run.provenance, 150)


if __name__ == "__main__":
    main()
