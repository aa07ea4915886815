# SPDX-License-Identifier: Apache-2.0
"""Planes of fields with colours, contours and arrows; lines of fields in one dimension."""
import numpy as np

from ..units import with_unit
from .curves import Curve, curve_figure, set_title
from .style import WIDTH, choose_colours, colour_limits, drawable, new_figure, quantity_label, styled

MAX_ARROWS = 24                                 # along the longer side


def moment(field):
    """"iteration 400, t = 1.25 s, z = 0 m"."""
    words = [f"iteration {field.iteration}", f"t = {with_unit(field.time, field.time_unit, '.4g')}"]
    if hasattr(field, "at"):
        words.append(f"{field.at[0]} = {with_unit(field.at[1], field.length_unit, '.4g')}")
    if field.lossy:
        words.append("lossy: " + field.lossy)
    return ", ".join(words)


def line_figure(field, title="", log="", range=None):
    """A field in one dimension over x; `range` are the ends of the other axis, else those of the values."""
    axis = field.axes[0]
    curve = Curve(field.coordinates[axis], field.values, markers=False)
    figure = curve_figure([curve], field.name, field.unit, axis, field.length_unit, title or field.name, moment(field), log)
    if range is not None:
        room = 0.05 * (range[1] - range[0])
        figure.axes[0].set_ylim(range[0] - room, range[1] + room)
    return figure


def extent(field):
    """Ends of the drawing: left, right, bottom, top. Pixels are centred at the points."""
    vertical, horizontal = field.axes
    ends = []
    for axis in (horizontal, vertical):
        points, h = field.coordinates[axis], field.spacing(axis)
        ends += [points[0] - h / 2, points[-1] + h / 2]
    return ends


def _size(ends):
    """Width and height of the figure for a drawing of equal scales; drawings that are long and thin are stretched."""
    width, height = ends[1] - ends[0], ends[3] - ends[2]
    ratio = height / width if width > 0 and height > 0 else 1.0
    if not 0.2 <= ratio <= 5:
        return WIDTH, 3.4, "auto"
    if ratio > 1:
        return min(1.9 + 4.3 / ratio, WIDTH), 4.9, "equal"
    return WIDTH, max(0.9 + (WIDTH - 1.5) * ratio, 1.9), "equal"


def _shown(ends, power):
    """Values of the plane may be scaled; the limits of colours follow."""
    return tuple(float(end * np.float64(10) ** -power) for end in ends)


def _arrows(axes, vector):
    vertical, horizontal = vector.axes
    every = max(1, int(np.ceil(max(vector.shape) / MAX_ARROWS)))
    start = every // 2
    parts = [np.array(vector.component(name).values[start::every, start::every]) for name in (horizontal, vertical)]
    speed = np.hypot(*parts)
    largest = float(np.nanmax(np.where(np.isfinite(speed), speed, np.nan))) if np.isfinite(speed).any() else 0.0
    if largest == 0:
        return ""
    x, y = vector.coordinates[horizontal][start::every], vector.coordinates[vertical][start::every]
    step = max(vector.spacing(horizontal), vector.spacing(vertical)) * every
    axes.quiver(x, y, parts[0] / largest, parts[1] / largest, angles="xy", scale_units="xy", scale=1 / (0.95 * step),
                pivot="mid", width=0.004, color="white", edgecolor="black", linewidth=0.4, zorder=4)
    return f"longest arrow {largest:.3g}"


def plane_figure(field, title="", colours=None, range=None, contours=0, vectors=None):
    """A field with two axes in colours, with `contours` lines at equal distances and a vector field as arrows. Colours are
    `colours`, else coolwarm for signed values and viridis for others; `range` are their ends, which decide on the map instead of the
    values, else those of the values. NaN is
    grey."""
    values, power = drawable(field.values)
    shown = _shown(range, power) if range else None
    colour_map, diverging = choose_colours(values, colours, shown)
    low, high = colour_limits(values, shown, diverging)
    ends = extent(field)
    width, height, aspect = _size(ends)
    facts = moment(field)
    with styled():
        figure = new_figure(width, height)
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(True)
        picture = axes.imshow(np.ma.masked_invalid(values), origin="lower", extent=ends, cmap=colour_map, vmin=low, vmax=high,
                              aspect=aspect, interpolation="bilinear" if min(values.shape) > 8 else "nearest")
        if contours:
            vertical, horizontal = field.axes
            levels = np.linspace(low, high, contours + 2)[1:-1]
            axes.contour(field.coordinates[horizontal], field.coordinates[vertical], values, levels=levels, colors="black",
                         linewidths=0.6, negative_linestyles="dashed")
        if vectors is not None:
            facts = ", ".join(filter(None, (facts, _arrows(axes, vectors))))
        outside = [np.nanmin(values) < low, np.nanmax(values) > high] if np.isfinite(values).any() else [False, False]
        extend = {(False, False): "neither", (True, False): "min", (False, True): "max"}.get(tuple(map(bool, outside)), "both")
        figure.colorbar(picture, cax=axes.inset_axes([1.03, 0, 0.04 * max(1, height / width), 1]), extend=extend,
                        label=quantity_label(field.name, field.unit, power))
        axes.set(xlabel=quantity_label(field.axes[1], field.length_unit), ylabel=quantity_label(field.axes[0], field.length_unit),
                 xlim=ends[:2], ylim=ends[2:])
        set_title(figure, axes, title or field.name, facts, vectors.unit if "arrow" in facts else "")
    return figure
