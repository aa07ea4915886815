# SPDX-License-Identifier: Apache-2.0
"""Plots of a part as PNG files, drawn by the Python package of Cardon with matplotlib (Debian: python3-matplotlib)."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "flesh/python"))

UNITS = {"ms": "ms", "MB/s": "MB/s"}
QUANTITIES = {"depth": "ghost depth (layers)", "ratio": "ratio of compression", "blocks": "blocks per rank"}


def _name_and_unit(label):
    """"latency, one way (ms)" -> its name and unit; what is in other brackets belongs to the name."""
    name, _, rest = label.rpartition(" (")
    return (name, UNITS[rest[:-1]]) if rest[:-1] in UNITS and name else (label, "")


def _panels(plot, curves):
    """One panel for each quantity: without a label of the y axis, the last word of each label names it."""
    from cardon.plots import Panel
    marks = [(x, "0.3", name) for name, x in plot.marks.items()]
    if plot.y:
        include = () if "y" in plot.log else (0,)
        return [Panel(*_name_and_unit(plot.y), list(curves.values()), plot.log, include, marks)]
    panels = {}
    for label, curve in curves.items():
        curve.name, _, quantity = label.rpartition(": ")
        panels.setdefault(quantity, Panel(QUANTITIES.get(quantity, quantity), "", [], plot.log, (0,), marks)).curves.append(curve)
    return list(panels.values())


def draw(plot, folder):
    from cardon import plots
    curves = {}
    for label, points in plot.series.items():
        xs, ys = zip(*points)
        dashed = label.startswith(plot.references)
        curves[label] = plots.Curve(xs, ys, label, dashed=dashed, markers=plot.dots and not dashed)
    marked = ", ".join(f"{name} at {plot.x} {x:.0f}" for name, x in plot.marks.items())
    figure = plots.panel_figure(_panels(plot, curves), *_name_and_unit(plot.x), title=plot.title,
                                subtitle=f"grey line: {marked}" if marked else "")
    return plots.save(figure, Path(folder) / f"{plot.name}.png", dpi=150)


def available():
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True
