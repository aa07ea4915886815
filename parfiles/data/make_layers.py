#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes layers.h5: wave speeds in a section of 2 km by 1 km with layers, a fault and a lens, for acoustic-model.yaml."""
import h5py
import numpy as np

SPACING = 20.0
FINER = 8                                       # points of a finer grid per spacing: mean speeds blur the steps of borders
SPEEDS = [1500, 1800, 2200, 2700, 3200]         # m/s, from the top
BOUNDS = [180, 370, 560, 780]                   # m below the surface, where layers begin to be the next one


def speeds(x, depth):
    # East of a fault that leans by 60 degrees everything lies 100 m lower; layers dip and wave a little.
    east = x > 1000 + depth / np.tan(np.radians(60))
    layer_depth = depth - 100 * east - 0.06 * x - 15 * np.sin(2 * np.pi * x / 900)
    v = np.full(x.shape, float(SPEEDS[0]))
    for speed, bound in zip(SPEEDS[1:], BOUNDS):
        v[layer_depth > bound] = speed
    v[((x - 600) / 220) ** 2 + ((depth - 640) / 50) ** 2 < 1] = 4200
    return v


def mean_speeds():
    """Of the square of a spacing around each point: that of the mean slowness, in whole m/s."""
    offsets = (np.arange(FINER) - 0.5 * (FINER - 1)) * SPACING / FINER
    x, depth = np.meshgrid(np.arange(0, 2001, SPACING), np.arange(0, 1001, SPACING))
    slowness = np.mean([1 / speeds(x + dx, depth + dy) for dx in offsets for dy in offsets], axis=0)
    return np.round(1 / slowness)


if __name__ == "__main__":
    with h5py.File("layers.h5", "w") as file:
        v = mean_speeds()[::-1]                 # rows from below: the last direction but one is the height, 0 at the surface
        data = file.create_dataset("vp", data=v.astype("u2"), compression=9, shuffle=True, track_times=False)
        data.attrs["origin"] = [0.0, -1000.0]   # x, y
        data.attrs["spacing"] = [SPACING, SPACING]
        data.attrs["unit"] = "m/s"
