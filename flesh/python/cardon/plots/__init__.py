# SPDX-License-Identifier: Apache-2.0
"""Figures of runs, drawn by matplotlib: lines, planes, isosurfaces, convergence, animations. They need no display, and leave alone
the backend of matplotlib.pyplot and the figures of a notebook.

    from cardon import plots
    plots.plot_run(cardon.open("runs/wave"), ["phi"], plots.Options())     # what `cardon plot` does
    figure = plots.plane_figure(run.field("momentum").last().magnitude())
    plots.save(figure, "momentum.pdf")
"""
from ..errors import require

require("matplotlib", "python3-matplotlib", "drawing")
from .animations import animate  # noqa: E402
from .convergence import convergence_figure  # noqa: E402
from .curves import Curve, Panel, curve_figure, panel_figure, trace_figure  # noqa: E402
from .options import Options  # noqa: E402
from .planes import line_figure, plane_figure  # noqa: E402
from .runs import plot_run, plot_runs  # noqa: E402
from .style import save  # noqa: E402
from .volumes import isosurface_figure  # noqa: E402

__all__ = ["Curve", "Options", "Panel", "animate", "convergence_figure", "curve_figure", "isosurface_figure", "line_figure",
           "panel_figure", "plane_figure", "plot_run", "plot_runs", "save", "trace_figure"]
