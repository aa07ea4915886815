#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens every field file of a run as an openPMD dataset of yt and compares it with what h5py reads: read_with_yt.py FOLDER ...
Exit status 77, with the reason, if yt is missing."""
import pathlib
import sys

try:
    import h5py
    import numpy as np
    import yt
except ImportError as missing:
    print(f"skipped: {missing}; install python3-yt and python3-h5py")
    sys.exit(77)

yt.set_log_level(50)


def check(path):
    name = path.name.split(".")[0]
    with h5py.File(path) as file:
        iteration = next(iter(file["data"].values()))
        mesh = iteration["meshes"][name]
        values, time, attributes = mesh[...], iteration.attrs["time"], dict(mesh.attrs)
    dataset = yt.load(str(path.resolve()))
    assert type(dataset).__name__ == "OpenPMDDataset", type(dataset)
    assert float(dataset.current_time) == time
    rank = values.ndim
    lower = attributes["gridGlobalOffset"]
    upper = lower + attributes["gridSpacing"] * values.shape
    # yt keeps the order of the file's axes: its first one is the slowest, z.
    np.testing.assert_allclose(dataset.domain_left_edge.d[:rank], lower, rtol=1e-15)
    np.testing.assert_allclose(dataset.domain_right_edge.d[:rank], upper, rtol=1e-15)
    name = name.replace("_", "-")  # an underscore separates components for yt
    assert ("openPMD", name) in dataset.field_list, dataset.field_list
    if rank == 1:
        return   # yt 4.1 lists such a file but cannot index its only grid
    data = dataset.all_data()["openPMD", name]
    assert data.size == values.size
    grids = [np.asarray(grid["openPMD", name]) for grid in dataset.index.grids]
    if len(grids) == 1:
        np.testing.assert_array_equal(grids[0].reshape(values.shape), values)
    assert sorted(np.concatenate([grid.ravel() for grid in grids])) == sorted(values.ravel())
    powers = attributes["unitDimension"]
    assert data.units.is_dimensionless == (not powers.any()), (data.units, powers)


for folder in sys.argv[1:]:
    paths = sorted(pathlib.Path(folder, "fields").glob("*.h5"))
    assert paths, f"no field files in {folder}"
    print(folder, flush=True)
    for path in paths:
        check(path)
    print(f"  yt {yt.__version__} opened {len(paths)} files", flush=True)
