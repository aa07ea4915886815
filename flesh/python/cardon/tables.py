# SPDX-License-Identifier: Apache-2.0
"""Tables of runs: scalars, probes, modes on spheres, histories of tuners."""
from pathlib import Path

import numpy as np

from .errors import CardonError, require, unknown_name
from .folders import read_text


class Table:
    """Columns of doubles by name, in the order of the file. `table["phi.l2"]` is a NumPy array of one value per row,
    `table.units["phi.l2"]` its unit ("" without one). The column "iteration" is one of integers."""

    def __init__(self, columns, units, remarks=()):
        self.columns, self.units, self.remarks = columns, units, list(remarks)

    def __getitem__(self, name):
        if name not in self.columns:
            raise unknown_name(f"the table has no column {name}", name, self.columns, "columns")
        return self.columns[name]

    def __contains__(self, name):
        return name in self.columns

    def __len__(self):
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def __repr__(self):
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    @property
    def names(self):
        """Of all columns but "iteration" and "time"."""
        return [name for name in self.columns if name not in ("iteration", "time")]

    @property
    def time(self):
        """In s; the iterations if the table has no times."""
        return self.columns["time" if "time" in self.columns else "iteration"]

    def to_pandas(self):
        """A pandas.DataFrame with the iteration as index."""
        pandas = require("pandas", "python3-pandas", "to_pandas")
        return pandas.DataFrame(self.columns).set_index("iteration")


def _bad(path, reason):
    return CardonError("run/bad-table", f"{path} is not a table that Cardon wrote", notes=[reason])


def _split_header(path, line, number):
    names, units = [], {}
    for word in line.split("\t"):
        name, _, unit = word.partition(" [")
        names.append(name)
        units[name] = unit[:-1]
    if names[0] != "iteration":
        raise _bad(path, f"line {number}: the first column is not called iteration")
    return names, units


def _is_number(word):
    try:
        float(word)
    except ValueError:
        return False
    return True


def _rows(path, lines, names, first):
    rows = []
    for number, line in enumerate(lines, first):
        words = line.split("\t")
        if len(words) != len(names):
            raise _bad(path, f"line {number}: {len(words)} columns instead of {len(names)}")
        try:
            rows.append([float(word) for word in words])
        except ValueError:
            word = next(word for word in words if not _is_number(word))
            raise _bad(path, f"line {number}: '{word[:60]}' is not a number") from None
    return rows


def read_table(path):
    """The table in `path`; one without rows if there is no such file. An unfinished last line is left out. Raises
    CardonError "run/bad-table"."""
    path = Path(path)
    try:
        text = read_text(path)
    except OSError as error:
        raise CardonError("run/bad-table", f"{path} cannot be read: {error.strerror or error}") from error
    if not text:
        return Table({}, {})
    lines = text.split("\n")[:-1]                # what follows the last line end is unfinished
    remarks = []
    while lines and lines[0].startswith("#"):
        remarks.append(lines.pop(0)[1:].strip())
    if not lines:
        if remarks or "\n" not in text:
            raise _bad(path, "it has no header line")
        return Table({}, {})
    first = len(remarks) + 1
    names, units = _split_header(path, lines[0], first)
    values = np.array(_rows(path, lines[1:], names, first + 1), dtype=float).reshape(-1, len(names))
    columns = {name: values[:, n].copy() for n, name in enumerate(names)}
    with np.errstate(invalid="ignore"):
        columns["iteration"] = columns["iteration"].astype(np.int64)
    return Table(columns, units, remarks)


def concatenate(tables):
    """Tables of a run and its restarts as one: a row of a later table replaces one of the same iteration. Columns that a
    table lacks are NaN in its rows."""
    tables = [table for table in tables if len(table)]
    if not tables:
        return Table({}, {})
    names, units = [], {}
    for table in reversed(tables):               # the newest run says which columns come first
        names += [name for name in table.columns if name not in names]
        units = {**table.units, **units}
    rows = {}
    for table in tables:
        columns = [table.columns.get(name, np.full(len(table), np.nan)) for name in names]
        for n, iteration in enumerate(table.columns["iteration"]):
            rows[int(iteration)] = [column[n] for column in columns]
    ordered = np.array([rows[iteration] for iteration in sorted(rows)], dtype=float)
    columns = {name: ordered[:, n] for n, name in enumerate(names)}
    columns["iteration"] = columns["iteration"].astype(np.int64)
    return Table(columns, units, tables[-1].remarks)
