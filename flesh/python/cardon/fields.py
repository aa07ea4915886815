# SPDX-License-Identifier: Apache-2.0
"""Fields on the grid, read from the openPMD files of output.fields."""
import re
from dataclasses import dataclass, field as member
from pathlib import Path

import numpy as np

from .errors import ENVIRONMENT, CardonError, Named, require, unknown_name
from .units import with_unit

FILE = re.compile(r"(?P<name>[A-Za-z_]\w*?)(?:-(?P<entry>\d+))?\.it(?P<iteration>\d+)\.h5")
COMPONENT = {"x": 1, "y": 2, "z": 3, "xx": 1, "xy": 2, "xz": 3, "yy": 4, "yz": 5, "zz": 6}


@dataclass
class Field:
    """A field at one time. `values` has the shape (z, y, x) of the grid, (y, x) and (x) in fewer dimensions; a vector or
    tensor has its components in front: (3, z, y, x), with `components` ("x", "y", "z")."""
    name: str
    values: np.ndarray
    coordinates: dict                            # "z", "y", "x", slowest first -> positions of the points
    unit: str                                    # "" without one
    time: float
    iteration: int
    components: tuple = ()
    centring: str = "vertex"                     # or "cell": values are those of cell centres
    domain: dict = member(default_factory=dict)  # "x" -> (lower, upper)
    periodic: tuple = ()                         # names of axes
    description: str = ""
    thorn: str = ""
    lossy: str = ""                              # what made the values inexact; "" if nothing did
    file: Path = None
    length_unit: str = "m"                       # of coordinates; "" without one
    time_unit: str = "s"

    def __repr__(self):
        return f"<Field {self}>"

    def __str__(self):
        """Shape, time and range in one line."""
        finite = self.values[np.isfinite(self.values)]
        span = f"{finite.min():.6g} to {with_unit(float(finite.max()), self.unit)}" if finite.size else "no finite values"
        lost = self.values.size - finite.size
        parts = f"{len(self.components)} components, " if self.components else ""
        return (f"{self.name}: {parts}{' x '.join(map(str, self.shape))} points ({', '.join(self.axes)}), iteration {self.iteration}, "
                f"time {with_unit(self.time, self.time_unit)}, {span}" + (f", {lost} not finite" if lost and finite.size else ""))

    @property
    def axes(self):
        """Names of the axes of the grid, slowest first: ("z", "y", "x")."""
        return tuple(self.coordinates)

    @property
    def shape(self):
        """Numbers of points, slowest direction first, without components."""
        return self.values.shape[1:] if self.components else self.values.shape

    def _points(self, axis):
        if axis not in self.coordinates:
            raise unknown_name(f"{self.name} has no axis {axis}", axis, self.axes, "axes")
        return self.coordinates[axis]

    def spacing(self, axis):
        """Distance of the points along an axis."""
        points = self._points(axis)
        return float(points[-1] - points[0]) / (len(points) - 1) if len(points) > 1 else 1.0

    def component(self, name):
        """One component as a field with a scalar at each point."""
        if name not in self.components:
            raise unknown_name(f"{self.name} has no component {name}", name, self.components, "components")
        return self._with(self.values[self.components.index(name)], f"{self.name}_{name}")

    def magnitude(self):
        """The Euclidean norm of a vector at each point; the absolute value of a scalar."""
        values = np.sqrt((self.values ** 2).sum(0)) if self.components else np.abs(self.values)
        return self._with(values, f"|{self.name}|")

    def _with(self, values, name):
        return Field(name, values, self.coordinates, self.unit, self.time, self.iteration, (), self.centring, self.domain,
                     self.periodic, self.description, self.thorn, self.lossy, self.file, self.length_unit, self.time_unit)

    def plane(self, axis, at=None):
        """The plane of points nearest to `at` across `axis`; the middle of the domain if that is None. The result has
        one axis less and the attribute `at`, the position of the plane."""
        points = self._points(axis)
        lower, upper = self.domain.get(axis, (points[0], points[-1]))
        wanted = 0.5 * (lower + upper) if at is None else at
        if not lower <= wanted <= upper:
            raise CardonError("plot/outside", f"{axis} = {with_unit(wanted, self.length_unit)} is outside of the domain of {self.name}",
                              notes=[f"{axis} goes from {lower:g} to {with_unit(upper, self.length_unit)}"])
        index = int(np.argmin(np.abs(points - wanted)))
        where = self.axes.index(axis) + bool(self.components)
        cut = self._with(np.take(self.values, index, axis=where), self.name)
        cut.components = self.components
        cut.coordinates = Named(self.name, "axes", {name: values for name, values in self.coordinates.items() if name != axis})
        cut.at = (axis, float(points[index]))
        return cut

    def to_xarray(self):
        """An xarray.DataArray with coordinates and the time as scalar coordinate."""
        xarray = require("xarray", "python3-xarray", "to_xarray")
        dimensions = (("component",) if self.components else ()) + self.axes
        coordinates = {**self.coordinates, "time": self.time}
        if self.components:
            coordinates["component"] = list(self.components)
        array = xarray.DataArray(self.values, dims=dimensions, coords=coordinates, name=self.name,
                                 attrs={"units": self.unit, "long_name": self.description, "iteration": self.iteration,
                                        "centring": self.centring, "thorn": self.thorn})
        for axis in self.axes:
            array[axis].attrs["units"] = self.length_unit
        array["time"].attrs["units"] = self.time_unit
        return array


class FieldSeries:
    """One field at all its outputs: `series[-1]`, `series.at(time=0.3)`, `for phi in series`. Files are read when a field is
    asked for. `iterations` and `times` are NumPy arrays."""

    def __init__(self, name, files, components=()):
        # files: iteration -> path, or the paths of the components in their order
        self.name, self.files, self.components = name, dict(sorted(files.items())), tuple(components)
        self.iterations = np.array(list(self.files), dtype=np.int64)

    def __len__(self):
        return len(self.files)

    def __repr__(self):
        return f"<FieldSeries {self}>"

    def __str__(self):
        return f"{self.name}: {len(self)} outputs, iterations {self.iterations[0]} to {self.iterations[-1]}"

    def __getitem__(self, index):
        iteration = int(self.iterations[index])
        paths = self.files[iteration]
        if not self.components:
            return read_field(paths)
        parts = [read_field(path) for path in paths]
        whole = parts[0]._with(np.stack([part.values for part in parts]), self.name)
        whole.components = self.components
        whole.description = whole.description.rsplit(", ", 1)[0]
        return whole

    def __iter__(self):
        return (self[n] for n in range(len(self)))

    @property
    def times(self):
        """In s, one per output."""
        paths = (paths if not self.components else paths[0] for paths in self.files.values())
        return np.array([read_time(path) for path in paths])

    def last(self):
        return self[-1]

    def at(self, iteration=None, time=None):
        """The output of this iteration, or the one nearest to this time in s. Raises CardonError "plot/no-output" for an
        iteration without output, and "plot/option" without either or with both."""
        if (iteration is None) == (time is None):
            raise CardonError("plot/option", "at() takes an iteration or a time", help="at(iteration=400), at(time=0.3)")
        if iteration is None:
            return self[int(np.argmin(np.abs(self.times - time)))]
        if iteration not in self.files:
            raise CardonError("plot/no-output", f"{self.name} was not output at iteration {iteration}",
                              notes=["it was at " + ", ".join(map(str, self.iterations[:20])) + (" ..." if len(self) > 20 else "")])
        return self[int(np.flatnonzero(self.iterations == iteration)[0])]

    def to_xarray(self):
        """An xarray.DataArray of all outputs with the dimension time in front. It holds all values in memory."""
        xarray = require("xarray", "python3-xarray", "to_xarray")
        return xarray.concat([one.to_xarray() for one in self], dim="time", combine_attrs="drop_conflicts")


def _text(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _bad(path, reason):
    return CardonError("output/unreadable", f"{path} is not a field file of Cardon, or it is damaged", notes=[reason],
                       exit_code=ENVIRONMENT)


def _open(path):
    h5py = require("h5py", "python3-h5py", "reading fields")
    if not Path(path).is_file():
        raise _bad(path, "it is not a regular file")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise _bad(path, str(error)) from error


def read_time(path):
    """The time of a field file in s."""
    with _open(path) as file:
        try:
            return float(next(iter(file["data"].values())).attrs["time"])
        except (KeyError, StopIteration, AttributeError) as error:
            raise _bad(path, f"it lacks {error}") from error


def _refuse_foreign(path, what):
    raise _bad(path, f"{what}; only files in the folder of this one and below are read")


def _is_below(name):
    return not Path(name).is_absolute() and ".." not in Path(name).parts


def _mesh(path, group, name):
    """The dataset, whose values may be in files beside this one only: a file from somebody else must not make us read others.
    HDF5 reads NaN where the file of a site is missing."""
    link = group.get(name, getlink=True)
    if hasattr(link, "filename") and not _is_below(link.filename):
        _refuse_foreign(path, f"its values are in {link.filename}")
    mesh = group[name]
    if mesh.external:
        _refuse_foreign(path, f"its values are in {mesh.external[0][0]}")
    for source in mesh.virtual_sources() if mesh.is_virtual else ():
        if not _is_below(source.file_name):
            _refuse_foreign(path, f"its values are in {source.file_name}")
        part = Path(path).parent / source.file_name
        if source.file_name != "." and not part.is_file():
            site = source.file_name.rsplit(".", 2)[-2]
            raise CardonError("output/unreadable", f"{path} lacks the values of site {site}",
                              notes=[f"{part} does not exist"], exit_code=ENVIRONMENT,
                              help=f"cardon gather {Path(path).parent.parent} FOLDER, with the run folder of site {site}")
    return mesh


def _positions(mesh):
    attributes = mesh.attrs
    axes = [_text(label) for label in attributes["axisLabels"]]
    if len(axes) != mesh.ndim:
        raise KeyError(f"{mesh.ndim} axisLabels")
    lines = zip(axes, mesh.shape, attributes["gridGlobalOffset"], attributes["gridSpacing"], attributes["position"])
    return Named(mesh.name, "axes", {axis: offset + (np.arange(n) + shift) * h for axis, n, offset, h, shift in lines})


def _describe(path, file, name, iteration, group):
    mesh = _mesh(path, group["meshes"], name)
    attributes = mesh.attrs
    coordinates = _positions(mesh)
    ends = zip(coordinates, attributes["domainLower"], attributes["domainUpper"])
    return Field(name, mesh[...], coordinates, _text(attributes.get("unit", "")), float(group.attrs["time"]), int(iteration),
                 centring=_text(attributes.get("centring", "vertex")), domain={a: (float(l), float(u)) for a, l, u in ends},
                 periodic=tuple(a for a, p in zip(coordinates, attributes["periodic"]) if p),
                 description=_text(attributes.get("longName", "")), thorn=_text(attributes.get("thorn", "")),
                 lossy=_text(file.attrs.get("lossy", "")), file=Path(path),
                 length_unit=_text(attributes.get("gridUnit", "m")), time_unit=_text(group.attrs.get("timeUnit", "s")))


def read_field(path):
    """The field in one file of output.fields, such as fields/phi.it000400.h5. Raises CardonError "output/unreadable", also
    for an index whose files of other sites are not here."""
    with _open(path) as file:
        try:
            iteration, group = next(iter(file["data"].items()))
            name = next(iter(group["meshes"]))
            return _describe(path, file, name, iteration, group)
        except (KeyError, StopIteration, AttributeError, TypeError, ValueError) as error:
            raise _bad(path, f"it lacks what openPMD demands: {error}") from error
        except OSError as error:
            raise _bad(path, str(error)) from error


def find_field_files(folder):
    """name -> {iteration -> path} of the files in FOLDER/fields; where several entries of output.fields write a field at the
    same iteration, the file of the first."""
    found = {}
    for path in sorted(Path(folder, "fields").glob("*.h5")):
        match = FILE.fullmatch(path.name)
        if not match or not path.is_file():
            continue                             # of one site, or of another program
        entry, iteration = int(match["entry"] or 1), int(match["iteration"])
        best = found.setdefault(match["name"], {}).get(iteration)
        if best is None or entry < best[0]:
            found[match["name"]][iteration] = (entry, path)
    return {name: {iteration: path for iteration, (_, path) in sorted(files.items())} for name, files in found.items()}


def group_vectors(files):
    """Vectors and tensors of which all components were output: "momentum" -> ("x", "y", "z")."""
    groups = {}
    for name in files:
        stem, _, label = name.rpartition("_")
        if stem and label in COMPONENT:
            groups.setdefault(stem, []).append(label)
    complete = [["x", "y"], ["x", "y", "z"], ["xx", "xy", "xz", "yy", "yz", "zz"]]
    return {stem: tuple(sorted(labels)) for stem, labels in groups.items() if sorted(labels) in complete}


def series_of(name, files):
    """The series of a field or vector. `files` is what find_field_files returns. "Thorn::phi" means the file "Thorn_phi" or
    "phi". Raises CardonError "run/no-name"."""
    plain = name.replace("::", "_")
    short = name.rsplit("::", 1)[-1]
    vectors = group_vectors(files)
    for wanted in (plain, short):
        if wanted in files:
            return FieldSeries(wanted, files[wanted])
        if wanted in vectors:
            parts = [files[f"{wanted}_{label}"] for label in vectors[wanted]]
            common = set(parts[0]).intersection(*parts[1:])
            return FieldSeries(wanted, {i: [part[i] for part in parts] for i in common}, vectors[wanted])
    names = list(files) + list(vectors)
    raise unknown_name(f"there are no files of a field {name}", short, names, "fields")
