#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of the pages of results: draw_tables.py [FOLDER]. The figures go to FOLDER (default: this one). Their data are in the
tables of these pages or, where no table has them, in files NAME.tsv beside the figures, which the benchmarks write."""
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests/performance/slow_links"))
import curve_files  # noqa: E402
import plots  # noqa: E402
from report import Plot  # noqa: E402

LATENCY = "latency, one way (ms)"
BANDWIDTHS = ("0.1", "0.3", "1", "3", "10", "30", "100")


@dataclass
class Source:
    """A figure from the first table below `heading`. `columns`: label of the curve -> column, or (column of y, row filter)."""
    folder: str
    page: str
    heading: str
    plot: Plot
    x: str
    columns: dict
    where: dict = field(default_factory=dict)    # column -> word: rows that are used


def tables_below(page, heading):
    """The tables of a section as lists of dicts by column. A column that is called "computing" belongs to the one before."""
    lines = (HERE.parent / page).read_text().split("\n" + heading, 1)[1].split("\n## ", 1)[0].splitlines()
    found, rows = [], []
    for line in [*lines, ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            names = [name if name != "computing" else f"{rows[0][n - 1]} computing" for n, name in enumerate(rows[0])]
            found.append([dict(zip(names, row)) for row in rows[2:]])
            rows = []
    return found


def number(cell):
    """12.5 of "12.5 ms", 0.125 of "12.5 %", None of a word."""
    match = re.match(r"-?\d+(\.\d+)?", cell)
    if not match:
        return None
    return float(match[0]) / (100 if cell.rstrip().endswith("%") else 1)


def series(source):
    table = next(t for t in tables_below(source.page, source.heading) if source.x in t[0] or source.x == "bandwidth")
    rows = [row for row in table if all(row[key] == word for key, word in source.where.items())]
    curves = {}
    for label, column in source.columns.items():
        column, where = column if isinstance(column, tuple) else (column, {})
        points = []
        for row in rows:
            if all(row[key] == word for key, word in where.items()) and number(row[column]) is not None and row[source.x] != "auto":
                points.append((row[source.x] if source.plot.name == "together" else number(row[source.x]), number(row[column])))
        curves[label] = points
    return curves


def exchange(data):
    """Times of an exchange over bandwidth relative to that of plain messages: on two logarithmic axes the chains would lie upon each
    other."""
    source = Source("wide-area", "wide-area-results.md", "## C.",
                    Plot(f"exchange-bandwidth-{data.replace(' ', '-')}", f"An exchange of {data} data", "bandwidth (MB/s)",
                         "time / that of plain messages", {}, log="x"), "bandwidth", {})
    table = next(t for t in tables_below(source.page, source.heading) if "chain" in t[0])
    rows = {row["chain"]: row for row in table if row["data"] == data}
    shown = ("zlib-1", "shuffle+zlib-1", "shuffle+zstd-1", "shuffle+lz4", "difference+bitpack", "extrapolate+bitpack",
             "extrapolate+shuffle+zstd-1")
    for chain in shown:
        source.plot.series[chain] = [(float(b), number(rows[chain][f"{b} MB/s: ms"]) / number(rows["none"][f"{b} MB/s: ms"]))
                                     for b in BANDWIDTHS]
    return source


def best_depth(problem):
    columns = {}
    for overlap in ("never", "always", "8 blocks"):
        where = {"problem": problem, "overlap": overlap}
        columns[f"overlap {overlap}, depth 1"] = ("E at depth 1", where)
        columns[f"overlap {overlap}, best depth"] = ("E there", where)
    return Source("wide-area", "wide-area-results.md", "## B.",
                  Plot(f"efficiency-best-depth-{problem}", f"Efficiency at depth 1 and at the best depth, {problem}", LATENCY,
                       "efficiency", {}), "latency ms", columns)


def sources():
    wide, adaptive, relativity = "wide-area-results.md", "adaptive-results.md", "relativity-results.md"
    yield Source("wide-area", wide, "## A.",
                 Plot("efficiency-latency", "Efficiency at ghost depth 1, 139 ms of computing per step", LATENCY, "efficiency", {}),
                 "latency ms", {"naive": "naive", "links": "links", "naive, 3 pieces": "naive, 3 pieces",
                                "links, 3 pieces": "links, 3 pieces", "expected t / (t + L)": "expected"})
    yield from map(best_depth, ("leapfrog", "icn"))
    yield from map(exchange, ("smooth", "black hole", "noisy"))
    yield Source("wide-area", wide, "## D.",
                 Plot("step-latency", "A step with 20 ms of computing", LATENCY, "time per step (ms)", {}), "latency L",
                 {"8 blocks": "8 blocks", "1 block, overlap": "1 block, overlap", "1 block, no overlap": "1 block, no overlap",
                  "expected max(T0, L + T0/8)": "max(T0, L + T0/8)", "expected L + T0": "L + T0"})
    yield Source("wide-area", wide, "## E.", Plot("together", "All together, 75 ms and 3 MB/s", "setting", "efficiency", {}),
                 "setting", {"ranks that sleep": "E", "ranks that compute": "E computing"})
    yield steps_per_tile()
    yield Source("adaptive", adaptive, "## G.",
                 Plot("efficiency-latency", "Efficiency against latency, fixed and tuned", LATENCY, "efficiency", {}), "latency ms",
                 {"depth 1, bulk-synchronous": "depth 1", "depth 1, overlap": "depth 1, overlap", "paper: depth": "paper: depth: E",
                  "model: depth": "model: depth: E", "model: all": "model: all: E"})
    yield depths_found(adaptive)
    yield Source("relativity", relativity, "## 3.",
                 Plot("efficiency-depth", "Einstein's equations: efficiency against latency", LATENCY, "efficiency", {}),
                 "latency ms", {f"depth {n}": f"depth {n}" for n in (1, 2, 4, 8, 12, 16)})
    yield Source("relativity", relativity, "## 6.",
                 Plot("efficiency-latency", "Einstein's equations: efficiency, fixed and tuned", LATENCY, "efficiency", {}),
                 "latency ms", {"depth 1, bulk-synchronous": "depth 1", "paper: depth": "paper: depth: E",
                                "model: depth": "model: depth: E", "model: all": "model: all: E"})


def steps_per_tile():
    """Plain sweeps have no tiles: a line across in place of a point."""
    plot = Plot("steps-per-tile", "WaveToy, 256\u00b3 points, one core", "steps per tile", "million points per second", {},
                references=("plain sweeps",))
    table = next(t for t in tables_below("../../tests/performance/README.md", "### Steps per tile") if "steps per tile" in t[0])
    speeds = {row["steps per tile"]: number(row["Mpoint/s"]) for row in table}
    plot.series["tiles"] = [(int(steps), speed) for steps, speed in speeds.items() if steps.isdigit()]
    plot.series["plain sweeps"] = [(steps, speeds["0 (plain sweeps)"]) for steps, _ in plot.series["tiles"]]
    return Source("tiles", "", "", plot, "steps per tile", {})


def depths_found(page):
    """The column "depths found" has the three ways in one cell: "3 9 1"."""
    plot = Plot("depth-latency", "The depth found against latency", LATENCY, "ghost depth (layers)", {})
    table = next(t for t in tables_below(page, "## G.") if "depths found" in t[0])
    for n, way in enumerate(("paper: depth", "model: depth", "model: all")):
        plot.series[way] = [(number(row["latency ms"]), float(row["depths found"].split()[n])) for row in table]
    plot.series["expected: best by hand"] = [(number(row["latency ms"]), number(row["best depth by hand"])) for row in table]
    return Source("adaptive", page, "## G.", plot, "latency ms", {})


def draw(folder, names=None):
    """Draws all figures, or those of these names, below `folder` and returns the files."""
    files = []
    for source in sources():
        if names is not None and source.plot.name not in names:
            continue
        if source.columns:
            source.plot.series.update(series(source))
        empty = [label for label, points in source.plot.series.items() if len(points) < 3]
        if empty:
            sys.exit(f"{source.page}, {source.heading}: no points of {', '.join(empty)}")
        files.append(plots.draw(source.plot, Path(folder) / source.folder))
    for file in sorted(HERE.glob("*/*.tsv")):
        if names is None or file.stem in names:
            files.append(plots.draw(curve_files.read(file), Path(folder) / file.parent.name))
    return files


if __name__ == "__main__":
    for file in draw(sys.argv[1] if len(sys.argv) > 1 else HERE):
        print(file)
