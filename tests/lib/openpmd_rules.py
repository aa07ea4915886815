# SPDX-License-Identifier: Apache-2.0
"""What the openPMD standard 1.1.0 (https://github.com/openPMD/openPMD-standard) demands of a file with one iteration of mesh
records. Needs h5py."""
import h5py
import numpy as np

ROOT = {"openPMD": str, "openPMDextension": np.uint32, "basePath": str, "iterationEncoding": str, "iterationFormat": str,
        "meshesPath": str}
ITERATION = {"time": np.floating, "dt": np.floating, "timeUnitSI": np.float64}
RECORD = {"unitDimension": np.float64, "timeOffset": np.floating, "geometry": str, "dataOrder": str, "axisLabels": str,
          "gridSpacing": np.floating, "gridGlobalOffset": np.float64, "gridUnitSI": np.float64}
COMPONENT = {"unitSI": np.float64, "position": np.floating}


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def lacking(where, attributes, rules):
    """What is missing or has another type."""
    for name, kind in rules.items():
        if name not in attributes:
            yield f"{where}: no attribute {name}"
            continue
        value = np.asarray(attributes[name])
        good = value.dtype.kind in "SUO" if kind is str else np.issubdtype(value.dtype, kind)
        if not good:
            yield f"{where}: attribute {name} is of type {value.dtype}"


def wrong_record(where, record):
    components = {"": record} if isinstance(record, h5py.Dataset) else dict(record.items())
    yield from lacking(where, record.attrs, RECORD)
    if not components:
        yield f"{where}: the record has no component"
        return
    rank = next(iter(components.values())).ndim
    for name in ("axisLabels", "gridSpacing", "gridGlobalOffset"):
        if len(np.atleast_1d(record.attrs[name])) != rank:
            yield f"{where}: {name} does not have {rank} entries"
    if len(record.attrs["unitDimension"]) != 7:
        yield f"{where}: unitDimension does not have 7 entries"
    for name, component in components.items():
        yield from lacking(f"{where}/{name}", component.attrs, COMPONENT)
        if len(component.attrs["position"]) != rank:
            yield f"{where}/{name}: position does not have {rank} entries"
    if len({component.shape for component in components.values()}) > 1:
        yield f"{where}: components have different shapes"


def violations(path):
    """Which rules a file breaks, as texts."""
    with h5py.File(path) as file:
        found = list(lacking("/", file.attrs, ROOT))
        if found:
            return found
        if text(file.attrs["basePath"]) != "/data/%T/" or text(file.attrs["iterationEncoding"]) != "fileBased":
            found.append("/: not the path and the encoding of a file for each iteration")
        for number, iteration in file["data"].items():
            if not number.isdecimal() or text(file.attrs["iterationFormat"]).replace("%06T", f"{int(number):06d}") != path.name:
                found.append(f"/data/{number}: iterationFormat does not give the name of the file")
            found += lacking(f"/data/{number}", iteration.attrs, ITERATION)
            for name, record in iteration[text(file.attrs["meshesPath"])].items():
                found += wrong_record(f"/data/{number}/meshes/{name}", record)
    return found
