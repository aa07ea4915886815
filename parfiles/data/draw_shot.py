#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the model of layers.h5 and the seismogram of a run of acoustic-model.yaml.

    draw_shot.py RUN PNG
"""
import sys
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402


def main():
    run, png = Path(sys.argv[1]), sys.argv[2]
    with h5py.File(Path(__file__).parent / "layers.h5") as file:
        speeds = file["vp"][...]
    table = np.loadtxt(run / "receivers.tsv", skiprows=1)
    times, traces = table[:, 1], table[:, 2:]
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.8), layout="constrained")
    model = left.imshow(speeds, origin="lower", extent=[0, 2000, -1000, 0], cmap="viridis")
    left.plot(900, -20, "r*", markersize=10)
    left.plot(np.linspace(100, 1900, traces.shape[1]), np.full(traces.shape[1], -15), "w.", markersize=2)
    left.set(title="Model, source and receivers", xlabel="x (m)", ylabel="y (m)")
    figure.colorbar(model, ax=left, label="wave speed (m/s)", orientation="horizontal")
    strength = np.percentile(abs(traces), 97)
    right.imshow(traces, aspect="auto", cmap="gray", vmin=-strength, vmax=strength, extent=[100, 1900, times[-1], 0])
    right.set(title="Seismogram", xlabel="x of the receiver (m)", ylabel="time (s)")
    figure.savefig(png, dpi=150)


if __name__ == "__main__":
    main()
