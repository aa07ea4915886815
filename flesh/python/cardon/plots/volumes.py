# SPDX-License-Identifier: Apache-2.0
"""Views of fields in three dimensions, drawn without a display."""
import numpy as np

from ..errors import CardonError, require
from .curves import set_title
from .planes import moment
from .style import COLOURS, new_figure, quantity_label, styled

MAX_POINTS = 96                                 # along a side: finer surfaces look the same


def _thinned(field):
    every = max(1, -(-max(field.shape) // MAX_POINTS))
    axes = [field.coordinates[axis][::every] for axis in field.axes]
    return np.asarray(field.values[::every, ::every, ::every], dtype=float), axes


def _surface(values, axes, level):
    """Corners (x, y, z) in m and triangles of the surface, which are counterclockwise where seen from the side of the smaller
    magnitudes, by marching cubes (T. Lewiner and others, "Efficient implementation of marching cubes' cases with topological
    guarantees", 2003, as scikit-image has it)."""
    measure = require("skimage.measure", "python3-skimage", "an isosurface")
    spacing = [float(a[-1] - a[0]) / (len(a) - 1) for a in axes]
    corners, triangles, _, _ = measure.marching_cubes(values, level, spacing=spacing,
                                                      gradient_direction="ascent" if level >= 0 else "descent")
    corners += np.array([a[0] for a in axes])
    return corners[:, ::-1], triangles[:, ::-1]  # the axes are reversed, and so are the sides of triangles


def default_levels(values):
    """Half of the largest magnitude, on both sides of zero if the values have both."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    if low < -0.1 * high and high > -0.1 * low:
        half = 0.5 * max(-low, high)
        return [level for level in (-half, half) if low < level < high]
    return [0.5 * (low + high)] if low < high else []


def isosurface_figure(field, levels=None, title="", view=(25.0, -60.0), may_be_empty=False):
    """Surfaces on which a field in three dimensions has the given values; default: half of its largest magnitude. `view` are
    elevation and azimuth in degrees. Raises CardonError "plot/no-surface" if the field has none of the values, unless the
    figure `may_be_empty`, as a frame of an animation."""
    from matplotlib.colors import LightSource, to_rgba
    if len(field.axes) != 3:
        raise CardonError("plot/no-surface", f"{field.name} has {len(field.axes)} dimensions, a surface needs 3")
    values, axes = _thinned(field)
    finite = values[np.isfinite(values)]
    wanted = default_levels(values) if levels is None else list(levels)
    shown = [level for level in wanted if finite.size and finite.min() < level < finite.max()]
    if not (shown or may_be_empty) or min(values.shape) < 2:
        ends = f"{finite.min():.4g} to {finite.max():.4g}" if finite.size else "no finite values"
        raise CardonError("plot/no-surface", f"{field.name} has no surface at {', '.join(f'{v:g}' for v in wanted) or 'any value'}",
                          notes=[f"at iteration {field.iteration} its values are {ends}"])
    with styled():
        figure = new_figure(4.6, 4.3)
        scene = figure.add_subplot(projection="3d")
        light = LightSource(azdeg=90 - (view[1] - 45), altdeg=45)      # over the left shoulder of the viewer
        opacity = 1.0 if len(shown) < 2 else 0.3                       # one surface may lie within another
        for level in shown:
            corners, triangles = _surface(np.nan_to_num(values, nan=level), axes, level)
            colour = COLOURS[1] if len(shown) > 1 and level >= 0 else COLOURS[0]
            scene.plot_trisurf(corners[:, 0], corners[:, 1], corners[:, 2], triangles=triangles,
                               color=to_rgba(colour, opacity), shade=True, lightsource=light, linewidth=0, antialiased=False)
        _frame(scene, axes, view, field.length_unit)
        words = " and ".join(f"{level:.3g}" for level in wanted)
        set_title(figure, scene, title or field.name, f"{moment(field)}, {field.name} = {words}", field.unit)
    return figure


def _frame(scene, axes, view, unit):
    ends = [(a[0], a[-1]) for a in axes[::-1]]
    scene.set(xlim=ends[0], ylim=ends[1], zlim=ends[2])
    for name, pad in (("x", 2), ("y", 2), ("z", 2)):
        getattr(scene, f"set_{name}label")(quantity_label(name, unit), labelpad=pad)
    scene.set_box_aspect([max(high - low, 1e-300) for low, high in ends], zoom=0.9)
    scene.view_init(elev=view[0], azim=view[1])
    scene.locator_params(nbins=5, prune="both")  # at a corner the last numbers of two axes would meet
    scene.tick_params(pad=0)
    for axis in (scene.xaxis, scene.yaxis, scene.zaxis):
        axis.pane.set_facecolor("white")
        axis.pane.set_edgecolor("0.8")
        axis._axinfo["grid"].update(color="0.9", linewidth=0.5)
