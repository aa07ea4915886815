#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the files that mpi_write_fields left and checks them against the openPMD 1.1.0 standard and the formulas of
sample_fields.hpp: check_openpmd.py FOLDER. Exit status 77 if h5py is missing."""
import pathlib
import re
import sys

try:
    import h5py
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}; install python3-h5py")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests/lib"))
import openpmd_rules  # noqa: E402


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def check_root(file, name):
    attributes = {key: text(value) for key, value in file.attrs.items()}
    assert attributes["openPMD"] == "1.1.0"
    assert attributes["openPMDextension"].dtype == np.uint32 and attributes["openPMDextension"] == 0
    assert attributes["basePath"] == "/data/%T/"
    assert attributes["meshesPath"] == "meshes/"
    assert attributes["iterationEncoding"] == "fileBased"
    assert attributes["iterationFormat"] == f"{name}.it%06T.h5"
    assert "date" not in attributes, "only the provenance tells times"


def check_mesh(mesh, unit_dimension):
    shape, rank = mesh.shape, mesh.ndim
    attributes = mesh.attrs
    assert text(attributes["geometry"]) == "cartesian"
    assert text(attributes["dataOrder"]) == "C"
    assert [text(label) for label in attributes["axisLabels"]] == ["z", "y", "x"][3 - rank:]
    spacing = [2 / (n - 1) for n in shape]
    np.testing.assert_array_equal(attributes["gridSpacing"], spacing)
    np.testing.assert_array_equal(attributes["gridGlobalOffset"], [-1] * rank)
    np.testing.assert_array_equal(attributes["position"], [0] * rank)
    np.testing.assert_array_equal(attributes["unitDimension"], unit_dimension)
    for name in ("gridUnitSI", "unitSI"):
        assert attributes[name].dtype == np.float64 and attributes[name] == 1
    assert attributes["timeOffset"] == 0


def expected(shape, name):
    k, j, i = np.meshgrid(*(np.arange(n) for n in (1,) * (3 - len(shape)) + shape), indexing="ij")
    if name == "phi":
        return (i + 100 * j + 10000 * k + 0.25).reshape(shape)
    return np.sin(1.0 + i * 0.3 + j * j * 0.7 - k).reshape(shape)


def check_file(path):
    name, iteration = re.fullmatch(r"(\w+)\.it(\d{6})\.h5", path.name).groups()
    with h5py.File(path) as file:
        check_root(file, name)
        assert list(file["data"]) == [str(int(iteration))]
        step = file["data"][str(int(iteration))]
        assert step.attrs["time"] == 0.0625 * int(iteration) and step.attrs["dt"] == 0.0625
        assert step.attrs["timeUnitSI"] == 1
        mesh = step["meshes"][name]
        check_mesh(mesh, [1, 0, 0, 0, 0, 0, 0] if name == "phi" else [0] * 7)
        tolerance = 1e-15 if mesh.dtype == np.float64 else 1e-6
        np.testing.assert_allclose(mesh[...], expected(mesh.shape, name), rtol=tolerance, atol=tolerance)


# Files of sites are read through their index.
paths = sorted(path for path in pathlib.Path(sys.argv[1], "fields").glob("*.h5") if path.name.count(".") == 2)
assert len(paths) == 6, paths
for path in paths:
    check_file(path)
outputs = sorted(pathlib.Path(sys.argv[1], "fields/openpmd").glob("output.it*.h5"))
assert len(outputs) == 3, outputs
for path in outputs:
    assert not openpmd_rules.violations(path), openpmd_rules.violations(path)
    with h5py.File(path) as file:
        for name, mesh in next(iter(file["data"].values()))["meshes"].items():
            np.testing.assert_allclose(mesh[...], expected(mesh.shape, name), rtol=1e-6, atol=1e-6)
print(f"{len(paths)} files of fields and {len(outputs)} of outputs are as openPMD 1.1.0 wants them")
