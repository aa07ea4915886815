# SPDX-License-Identifier: Apache-2.0
"""Curves of a figure as a file of tab-separated values, from which the figure can be drawn again: see flesh/doc/images/draw_tables.py."""
from pathlib import Path

from report import Plot

COLUMNS = ["curve", "x", "y"]


def write(plot, folder):
    """FOLDER/NAME.tsv: what the figure says besides its curves in lines that begin with #, then a row for each point."""
    facts = [("title", plot.title), ("x", plot.x), ("y", plot.y), ("log", plot.log), ("points", "shown" if plot.dots else "joined only")]
    facts += [("mark", f"{x:.6g} {name}") for name, x in plot.marks.items()]
    lines = [f"# {key}: {text}" for key, text in facts if text] + ["\t".join(COLUMNS)]
    lines += [f"{label}\t{x:.6g}\t{y:.4g}" for label, points in plot.series.items() for x, y in points]
    file = Path(folder) / f"{plot.name}.tsv"
    file.write_text("\n".join(lines) + "\n")
    return file


def read(file):
    """The plot of a file that `write` has made."""
    lines = Path(file).read_text().splitlines()
    facts = [line[2:].split(": ", 1) for line in lines if line.startswith("# ")]
    header, *rows = [line.split("\t") for line in lines if not line.startswith("# ")]
    if header != COLUMNS:
        raise ValueError(f"{file}: columns are {header}, not {COLUMNS}")
    series = {}
    for label, x, y in rows:
        series.setdefault(label, []).append((float(x), float(y)))
    marks = {name: float(x) for key, text in facts if key == "mark" for x, name in [text.split(" ", 1)]}
    known = dict(facts)
    return Plot(Path(file).stem, known["title"], known["x"], known.get("y", ""), series, known.get("log", ""), marks,
                known["points"] == "shown")
