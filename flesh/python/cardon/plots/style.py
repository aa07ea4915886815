# SPDX-License-Identifier: Apache-2.0
"""What all figures have in common: sizes that fit a journal, colours that are told apart, safe numbers, files."""
import contextlib
import json
import math
import os
import warnings
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ..errors import ENVIRONMENT, CardonError
from ..units import label
from .options import DIVERGING

WIDTH = 5.2                                      # inches; 13 cm
# Colours that people with colour blindness tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
# Their numbers have no common divisor, so that no two of 500 curves look alike.
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (3, 1)), (0, (1, 1)), (0, (7, 2, 2, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "p")
SETTINGS = {
    "font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans", "font.size": 9, "axes.titlesize": 9,
    "axes.labelsize": 9, "xtick.labelsize": 8, "ytick.labelsize": 8, "legend.fontsize": 8, "legend.frameon": False,
    "axes.linewidth": 0.7, "lines.linewidth": 1.3, "lines.markersize": 4, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": False, "svg.fonttype": "none", "pdf.fonttype": 42, "axes.formatter.use_mathtext": True,
    "axes.formatter.limits": (-3, 4), "figure.constrained_layout.use": True, "svg.hashsalt": "cardon", "errorbar.capsize": 2,
    "axes.formatter.useoffset": True, "image.cmap": "viridis", "path.simplify": True,
}


@contextlib.contextmanager
def styled():
    """Within it figures have the look of Cardon; warnings of numbers that cannot be drawn are omitted."""
    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def new_figure(width=WIDTH, height=3.2):
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def drawable(values):
    """Values that matplotlib can draw, and the power of ten by which they must be multiplied: infinities become NaN, and
    numbers near the ends of double precision are scaled."""
    values = np.array(values, dtype=float)
    values[~np.isfinite(values)] = np.nan
    largest = np.nanmax(np.abs(values)) if np.isfinite(values).any() else 0.0
    if largest == 0 or 1e-60 < largest < 1e60:
        return values, 0
    power = math.floor(math.log10(largest))
    half = power // 2                            # 10^-power may be too large for a double
    return values * 10.0 ** -half * 10.0 ** (half - power), power


def quantity_label(name, unit, power=0):
    text = label(name, unit)
    return text + rf" $\times\,10^{{{-power}}}$" if power else text


def limits(axes, values, which="y", log=False):
    """Limits with room around the values, also where they are equal, one or none."""
    values = values[np.isfinite(values)] if len(values) else values
    if log:
        values = values[values > 0]
    set_limits = axes.set_ylim if which == "y" else axes.set_xlim
    if len(values) == 0:
        set_limits(0.1 if log else 0, 1)
        return
    low, high = float(values.min()), float(values.max())
    if log:
        room = max((high / low) ** 0.05, 1.05) if which == "y" else (high / low) ** 0.02 * 1.001
        set_limits(low / room, high * room)
        return
    room = (high - low) * (0.05 if which == "y" else 0.01)
    if high - low <= 1e-13 * max(abs(low), abs(high)):
        room = max(abs(high) * 1e-3, 1e-12) if high else 1.0
    set_limits(low - room, high + room)


def colour_limits(values, wanted=None, diverging=False):
    """Lower and upper end of the colours: the wanted range, or that of the values, around zero for diverging maps."""
    if wanted is not None:
        return float(wanted[0]), float(wanted[1])
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    if diverging:
        high = max(abs(low), abs(high))
        low = -high
    if high - low <= 1e-13 * max(abs(low), abs(high)):
        room = abs(high) * 1e-3 or 1.0
        low, high = low - room, high + room
    return low, high


def is_signed(values):
    """Whether values lie on both sides of zero, the smaller side with at least a tenth of the larger one."""
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return False
    low, high = float(finite.min()), float(finite.max())
    return low < 0 < high and min(-low, high) >= 0.1 * max(-low, high)


def colours_for(values):
    """Name of the map: coolwarm for signed values and viridis for others."""
    return "coolwarm" if is_signed(np.asarray(values)) else "viridis"


def _around_zero(colour_map, low, high):
    """The part of a diverging map between two values, its middle at zero, where it ends at the larger of them."""
    largest = max(-low, high)
    shares = 0.5 + 0.5 * np.linspace(low, high, colour_map.N) / largest
    return matplotlib.colors.ListedColormap(colour_map(shares), colour_map.name)


def choose_colours(values, wanted=None, range=None):
    """The wanted map, or that for `range`, the ends of the colours, or without one that for the values. Chosen here, a diverging
    map has its middle at zero, also where the range has not."""
    name = wanted or colours_for(values if range is None else range)
    colour_map = matplotlib.colormaps[name].copy()
    if not wanted and range is not None and name in DIVERGING:
        colour_map = _around_zero(colour_map, *range)
    colour_map.set_bad("0.6")                    # NaN is grey
    return colour_map, name in DIVERGING


def _metadata(path, provenance):
    text = json.dumps(provenance) if provenance else ""
    if path.suffix == ".png":
        return {"Software": "Cardon, matplotlib " + matplotlib.__version__, **({"Provenance": text} if text else {})}
    if path.suffix == ".pdf":
        return {"Creator": "Cardon", "CreationDate": None, **({"Keywords": text} if text else {})}
    return {"Creator": "Cardon", "Date": None, **({"Description": text} if text else {})}


@contextlib.contextmanager
def complete_file(path):
    """Gives a name to write to; the file gets its own name when it is complete. Raises CardonError "output/write-failed"."""
    unfinished = path.with_name(f".{path.name}.part{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise CardonError("output/write-failed", f"cannot write {path}: {error.strerror or error}", exit_code=ENVIRONMENT,
                          help="free some space, or choose another folder with --out") from error


def settle(figure, dpi):
    """Places axes and texts for this resolution. The room that numbers at ticks take is known only when there are ticks, and which
    ticks there are depends on the room: one pass of the layout, as matplotlib makes it, may leave labels outside of the figure.
    A pass that changes nothing is the last."""
    figure.set_dpi(dpi)
    places = None
    for _ in range(4):
        figure.get_layout_engine().execute(figure)
        before, places = places, [axes.get_position().bounds for axes in figure.axes]
        if places == before:
            break


@contextlib.contextmanager
def laid_out(figure):
    """Within it the layout stays as it is; matplotlib would repeat it, and draw the figure twice for that."""
    engine = figure.get_layout_engine()
    figure.set_layout_engine("none")
    try:
        yield
    finally:
        figure.set_layout_engine(engine)


def save(figure, path, provenance=None, dpi=200):
    """Writes a figure; the ending of `path` says how: .png, .pdf or .svg. `provenance`, a dict, is kept in the file. The file
    gets its name when it is complete. Raises CardonError "output/write-failed"."""
    path = Path(path)
    before = figure.dpi
    try:
        with complete_file(path) as unfinished, styled():
            picture = path.suffix == ".png"
            settle(figure, dpi if picture else 72)
            # Letters of the other formats have widths of their own.
            with laid_out(figure) if picture else contextlib.nullcontext():
                figure.savefig(unfinished, format=path.suffix[1:], dpi=dpi, metadata=_metadata(path, provenance))
    finally:
        figure.set_dpi(before)
    return path
