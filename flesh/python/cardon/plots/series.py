# SPDX-License-Identifier: Apache-2.0
"""Which columns of a table belong into one figure: one quantity each."""
from dataclasses import dataclass

import numpy as np

from ..errors import CardonError


@dataclass
class Group:
    """Columns of one quantity: "phi" with phi.min, phi.max and phi.l2, "phi.maxloc" with its coordinates."""
    name: str
    unit: str
    columns: list

    def label(self, column):
        return column if column == self.name else column[len(self.name) + 1:]


def _group_name(column):
    stem, dot, last = column.rpartition(".")
    return column if not dot or last in ("sum", "count") else stem


def find_groups(table, columns=None):
    """The groups of a table in the order of its columns. Columns of one name with other units are groups of their own."""
    if columns is not None:
        return [Group(column, table.units.get(column, ""), [column]) for column in columns]
    groups = {}
    if not len(table):
        return []
    for column in table.names:
        name, unit = _group_name(column), table.units.get(column, "")
        if name in groups and groups[name].unit != unit:
            name = column
        groups.setdefault(name, Group(name, unit, [])).columns.append(column)
    return list(groups.values())


def mode_magnitudes(table, path, max_modes):
    """[(mode, magnitudes over time)] of the `max_modes` largest modes of a table of output.spheres, the largest first. Of real
    fields, whose table has the column "mean", modes of -m are left out: they have the magnitudes of those of m."""
    wrong = [] if "l2" in table else ["it has no column l2"]
    found = []
    for column in table.names:
        if not (column.startswith("l") and column.endswith(".re")):
            continue
        name, other = column[:-3], column[:-2] + "im"
        following = table.names[table.names.index(column) + 1:][:1]
        if following != [other]:
            wrong.append(f"the column after {column} is not its imaginary part")
            continue
        if not ("mean" in table and "m-" in name):
            found.append((name, np.hypot(table[column], table[other])))
    if wrong:
        raise CardonError("run/bad-table", f"{path} is not a table that Cardon wrote", notes=wrong)
    return sorted(found, key=lambda mode: -np.nanmax(np.append(np.nan_to_num(mode[1]), 0)))[:max_modes]
