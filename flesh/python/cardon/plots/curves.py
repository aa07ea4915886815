# SPDX-License-Identifier: Apache-2.0
"""Curves: scalars over time, probes, modes, histories; with error bars, logarithmic axes, panels and traces."""
from dataclasses import dataclass, field
from typing import Optional

import numpy as np
from matplotlib.ticker import LogFormatterSciNotation, MaxNLocator, NullLocator, ScalarFormatter

from ..units import escape, typeset
from .style import COLOURS, LINES, MARKERS, WIDTH, drawable, limits, new_figure, quantity_label, styled

MAX_CURVES = 7                                  # colours that are told apart
EXPECTED_LINES = ("--", ":", "-.")                # of models and expectations, which are all grey
FEW_POINTS = 25                                  # with so few, points get markers


@dataclass
class Curve:
    """y over x; `error` is the half length of error bars. Where x are words, they are categories: points without lines."""
    x: object
    y: object
    name: str = ""
    error: Optional[object] = None
    steps: bool = False                          # constant up to each x, as windows of a tuner are
    dashed: bool = False                         # a model or an expectation
    markers: Optional[bool] = None               # default: where there are few points


@dataclass
class Panel:
    """Curves of one quantity with one axis."""
    name: str
    unit: str = ""
    curves: list = field(default_factory=list)
    log: str = ""
    include: tuple = ()                          # values that the axis shows
    marks: list = field(default_factory=list)    # (x, colour, name) of vertical lines


def _is_categories(curves):
    return any(isinstance(x, str) for curve in curves for x in curve.x)


def _scale(curves, which, log):
    """The data of one direction, scaled alike for all curves."""
    everything = [np.asarray(getattr(curve, which), dtype=float) for curve in curves]
    whole, power = drawable(np.concatenate(everything) if everything else np.zeros(0))
    if log:
        whole[whole <= 0] = np.nan               # left out of a logarithmic axis
    ends = np.cumsum([len(part) for part in everything])[:-1]
    return np.split(whole, ends), whole, power


def _draw_one(axes, curve, x, y, error, number, expected):
    colour = COLOURS[number % len(COLOURS)]
    markers = len(x) <= FEW_POINTS if curve.markers is None else curve.markers
    style = {"color": colour, "label": escape(curve.name), "linestyle": LINES[number % len(LINES)], "zorder": 3,
             "marker": MARKERS[number % len(MARKERS)] if markers and not curve.steps else None}
    if curve.dashed:
        style.update(color="0.35", linestyle=EXPECTED_LINES[expected % len(EXPECTED_LINES)], linewidth=1, marker=None, zorder=2)
    if curve.steps:
        axes.step(x, y, where="pre", **style)
    elif error is not None:
        axes.errorbar(x, y, yerr=error, elinewidth=0.8, **style)
    else:
        axes.plot(x, y, **style)


def _draw_categories(axes, panel):
    """Points side by side at each word, never joined."""
    words = list(dict.fromkeys(str(x) for curve in panel.curves for x in curve.x))
    step = 0.8 / max(len(panel.curves), 1)
    ys, everything, power = _scale(panel.curves, "y", "y" in panel.log)
    for number, (curve, y) in enumerate(zip(panel.curves, ys)):
        shift = (number - (len(panel.curves) - 1) / 2) * step
        x = np.array([words.index(str(word)) for word in curve.x]) + shift
        axes.errorbar(x, y, yerr=curve.error, linestyle="none", marker=MARKERS[number % len(MARKERS)],
                      color=COLOURS[number % len(COLOURS)], label=escape(curve.name))
    axes.set_xticks(range(len(words)), [escape(word) for word in words],
                    **({"rotation": 25, "ha": "right", "rotation_mode": "anchor"} if sum(map(len, words)) > 40 else {}))
    axes.set_xlim(-0.6, len(words) - 0.4)
    return everything, power


def _draw_numbers(axes, panel):
    xs, all_x, x_power = _scale(panel.curves, "x", "x" in panel.log)
    ys, all_y, y_power = _scale(panel.curves, "y", "y" in panel.log)
    for number, (curve, x, y) in enumerate(zip(panel.curves, xs, ys)):
        error = None if curve.error is None else np.asarray(curve.error, dtype=float) * np.float64(10) ** -y_power
        _draw_one(axes, curve, x, y, error, number, sum(before.dashed for before in panel.curves[:number]))
        if error is not None:
            all_y = np.concatenate([all_y, y - error, y + error])
    limits(axes, all_x, "x", "x" in panel.log)
    return all_y, x_power, y_power


class _BetweenPowers(LogFormatterSciNotation):
    """Labels numbers between powers of ten where an axis has at most two decades: otherwise it could not be read."""

    def __init__(self):
        super().__init__(minor_thresholds=(2, 2))

    def __call__(self, x, pos=None):
        low, high = sorted(self.axis.get_view_interval())
        labelled = (2, 3, 5, 7) if low > 0 and high < 10 * low else (2, 5)
        digit = round(x / 10.0 ** np.floor(np.log10(x))) if x > 0 else 0
        return super().__call__(x, pos) if digit in labelled else ""


def _make_logarithmic(axes, letter):
    getattr(axes, f"set_{letter}scale")("log")
    getattr(axes, f"{letter}axis").set_minor_formatter(_BetweenPowers())


def _label_evenly(axes, letter):
    """On a logarithmic axis over less than a factor of four, multiples of powers of ten are few or far from round."""
    axis = getattr(axes, f"{letter}axis")
    low, high = sorted(axis.get_view_interval())
    if 0 < low and high < 4 * low:
        axis.set_major_locator(MaxNLocator(6, steps=(1, 2, 2.5, 5, 10)))
        axis.set_major_formatter(ScalarFormatter(useOffset=False))
        axis.set_minor_locator(NullLocator())


def draw_panel(axes, panel, x_name, x_unit=""):
    """Draws curves of one quantity on `axes`, with its label, limits and, for several curves, a legend beside them."""
    for letter in panel.log:
        _make_logarithmic(axes, letter)
    x_power = 0
    if _is_categories(panel.curves):
        values, power = _draw_categories(axes, panel)
    else:
        values, x_power, power = _draw_numbers(axes, panel)
    limits(axes, np.concatenate([values, np.array(panel.include, dtype=float) * np.float64(10) ** -power]), "y", "y" in panel.log)
    for letter in panel.log:
        _label_evenly(axes, letter)
    for x, colour, _ in panel.marks:
        axes.axvline(x, color=colour, linewidth=0.8, zorder=1)
    axes.set_xlabel(quantity_label(x_name, x_unit, x_power))
    axes.set_ylabel(quantity_label(panel.name, panel.unit, power))
    if values.size and not power and "y" not in panel.log and (values == np.round(values)).all():
        axes.yaxis.set_major_locator(MaxNLocator("auto", integer=True))      # half a layer or block does not exist
    if len(panel.curves) > 1 or any(curve.name not in ("", panel.name) for curve in panel.curves):
        # Outside of the axes nothing is hidden.
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, handlelength=2.6)


def panel_figure(panels, x_name, x_unit="", title="", subtitle=""):
    """A figure of panels one above the other over one axis; each panel shows one quantity."""
    with styled():
        figure = new_figure(WIDTH + (1.1 if any(len(p.curves) > 1 for p in panels) else 0), 1.2 + 2.0 * len(panels))
        axes = figure.subplots(len(panels), 1, sharex=len(panels) > 1, squeeze=False)[:, 0]
        for one, panel in zip(axes, panels):
            draw_panel(one, panel, x_name, x_unit)
        for one in axes[:-1]:
            one.set_xlabel("")
        set_title(figure, axes[0], title, subtitle)
    return figure


def set_title(figure, axes, title, subtitle="", unit=""):
    """The title and below it a line of facts, which may end with a number that has a unit, both at the left edge of the axes and
    wrapped to their width."""
    import textwrap
    width = int(figure.get_figwidth() * 12)
    lines = textwrap.wrap(title, width) if title else []
    head = "\n".join(escape(line) for line in lines)
    tail = "\n".join(escape(line) for line in textwrap.wrap(subtitle, int(width * 1.15))) if subtitle else ""
    tail += " " + typeset(unit) if unit else ""
    axes.set_title("\n".join(part for part in (head, tail) if part), loc="left", linespacing=1.3)


def curve_figure(curves, name, unit="", x_name="time", x_unit="s", title="", subtitle="", log=""):
    """A figure of at most seven curves of one quantity."""
    return panel_figure([Panel(name, unit, list(curves)[:MAX_CURVES], log)], x_name, x_unit, title, subtitle)


def trace_figure(x, traces, name, unit="", x_name="time", x_unit="s", title="", subtitle=""):
    """Many curves one above the other, all on one scale, as seismograms are shown. `traces`: name -> values."""
    names = list(traces)
    whole, power = drawable(np.stack([np.asarray(traces[n], dtype=float) for n in names]))
    largest = float(np.nanmax(np.abs(whole))) if np.isfinite(whole).any() else 0.0
    x, x_power = drawable(x)
    with styled():
        figure = new_figure(WIDTH, min(2.0 + 0.12 * len(names), 7.0))
        axes = figure.subplots()
        for n, values in enumerate(whole):
            axes.plot(x, n + (values / largest if largest else 0 * values), color=COLOURS[0], linewidth=0.7)
        every = max(1, -(-len(names) // 12))
        axes.set_yticks(range(0, len(names), every), [escape(n) for n in names[::every]])
        axes.set_ylim(-1.2, len(names) + 0.2)
        limits(axes, x, "x")
        axes.set_xlabel(quantity_label(x_name, x_unit, x_power))
        axes.set_ylabel("probe")
        step = f"one step up is {largest:.3g}" + (f"e{power:+d}" if power else "") + (f" {unit}" if unit else "")
        set_title(figure, axes, title or name, f"{name}; {subtitle}; {step}" if subtitle else f"{name}; {step}")
    return figure
