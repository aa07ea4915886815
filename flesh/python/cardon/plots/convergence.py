# SPDX-License-Identifier: Apache-2.0
"""Errors over resolution with the fitted order."""
import numpy as np
from matplotlib.ticker import NullLocator

from ..convergence import fitted_order
from .curves import Curve, Panel, draw_panel, set_title
from .style import new_figure, styled


def _typeset(size):
    mantissa, e, exponent = f"{size:.3g}".partition("e")
    return rf"${mantissa} \times 10^{{{int(exponent)}}}$" if e else mantissa


def convergence_figure(sizes, errors, name, unit="", title="", bars=None, length_unit="m"):
    """Errors over the spacing h, both logarithmic, with the straight line of the fitted order. `bars` are half lengths of
    error bars."""
    order, doubt = fitted_order(sizes, errors)
    curves = [Curve(sizes, errors, "measured", error=bars, markers=True)]
    if np.isfinite(order):
        middle = np.exp(np.mean(np.log(errors)) - order * np.mean(np.log(sizes)))
        words = f"fit: order {order:.2f}" + (f" \u00b1 {doubt:.2g}" if np.isfinite(doubt) else "")
        curves.append(Curve(sizes, middle * np.asarray(sizes, dtype=float) ** order, words, dashed=True))
    with styled():
        figure = new_figure(5.2, 3.0)
        axes = figure.subplots()
        draw_panel(axes, Panel(name, unit, curves, "xy"), "spacing h", length_unit)
        axes.set_xlim(min(sizes) / 1.2, max(sizes) * 1.2)
        axes.set_xticks(sizes, [_typeset(size) for size in sizes])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.lines[0].set_linestyle("none")      # the line is that of the fit
        axes.legend(loc="upper left")
        set_title(figure, axes, title)
    return figure
