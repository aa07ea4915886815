#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the sidecar fields.xdmf of a run with every XDMF reader of ParaView and compares times, grid and values with what
h5py reads: read_with_paraview.py FOLDER ... Exit status 77, with the reason, if ParaView is missing."""
import pathlib
import sys

try:
    import h5py
    import numpy as np
    import paraview.servermanager
    import paraview.simple as simple
    from paraview.vtk.util.numpy_support import vtk_to_numpy
except ImportError as missing:
    print(f"skipped: {missing}; install python3-paraview and python3-h5py")
    sys.exit(77)


def series(folder):
    """time -> {field: (values, spacing, first point, cells)} from the field files."""
    steps = {}
    for path in sorted((folder / "fields").glob("*.h5")):
        if path.name.count(".") > 2:
            continue  # of one site; the sidecar names the files of all
        with h5py.File(path) as file:
            iteration = next(iter(file["data"].values()))
            name, mesh = next(iter(iteration["meshes"].items()))
            place = (mesh[...], mesh.attrs["gridSpacing"], mesh.attrs["gridGlobalOffset"], mesh.attrs["centring"] == b"cell")
            steps.setdefault(float(iteration.attrs["time"]), {})[name] = place
    return steps


def single_grid(data):
    while data.IsA("vtkMultiBlockDataSet"):
        data = data.GetBlock(0)
    return data


def check_vectors(path, time, grid):
    """Every vector file of this time is an array with three or six components."""
    for file_path in sorted(pathlib.Path(path).parent.glob("vectors/*.h5")):
        with h5py.File(file_path) as file:
            if next(iter(file["data"].values())).attrs["time"] != time:
                continue
            name, values = next((name, data[...]) for name, data in file["vectors"].items())
        arrays = [data.GetArray(name) for data in (grid.GetPointData(), grid.GetCellData()) if data.GetArray(name)]
        assert len(arrays) == 1, f"no vector {name} at time {time}"
        np.testing.assert_array_equal(vtk_to_numpy(arrays[0]), values.reshape(-1, values.shape[-1]))


def check_reader(make, path, steps):
    reader = make(path)
    assert sorted(reader.TimestepValues) == sorted(steps), (reader.TimestepValues, list(steps))
    for time, fields in steps.items():
        reader.UpdatePipeline(time=time)
        grid = single_grid(paraview.servermanager.Fetch(reader))
        for name, (values, spacing, offset, cells) in fields.items():
            array = (grid.GetCellData() if cells else grid.GetPointData()).GetArray(name)
            assert array is not None, f"no field {name} at time {time}"
            np.testing.assert_array_equal(vtk_to_numpy(array), values.ravel())
            nodes = np.array(values.shape) + (1 if cells else 0)
            bounds = np.array(grid.GetBounds()).reshape(3, 2)[:values.ndim][::-1]
            np.testing.assert_allclose(bounds[:, 0], offset, rtol=1e-14)
            np.testing.assert_allclose(bounds[:, 1], offset + (nodes - 1) * spacing, rtol=1e-14, atol=1e-14)
        check_vectors(path, time, grid)
    simple.Delete(reader)


READERS = {
    "XDMF Reader": lambda path: simple.XDMFReader(FileNames=[path]),
    "Xdmf3 Reader S": lambda path: simple.Xdmf3ReaderS(FileName=[path]),
    "Xdmf3 Reader T": lambda path: simple.Xdmf3ReaderT(FileName=[path]),
}

for folder in (pathlib.Path(argument).resolve() for argument in sys.argv[1:]):
    steps = series(folder)
    assert steps, f"no field files in {folder}"
    print(folder, flush=True)
    for name, make in READERS.items():
        check_reader(make, str(folder / "fields" / "fields.xdmf"), steps)
        print(f"  ParaView {paraview.__version__}, {name}: {len(steps)} times, fields {sorted(next(iter(steps.values())))}", flush=True)
