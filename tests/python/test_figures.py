#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What figures of curves promise: one quantity per axis, categories without lines, error bars, log axes, nothing overprinted."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import python_package  # noqa: E402

python_package.require("numpy", "matplotlib")
import numpy as np  # noqa: E402

from cardon import plots  # noqa: E402
from cardon.fields import Field  # noqa: E402
from cardon.plots.series import find_groups  # noqa: E402
from cardon.plots.style import laid_out, settle  # noqa: E402
from cardon.tables import Table  # noqa: E402


def tick_labels(axes, which="major"):
    """Those that are drawn; oblique ones are left out, because their boxes are larger than they are."""
    for labels, (low, high), direction in ((axes.get_xticklabels(which=which), sorted(axes.get_xlim()), 0),
                                           (axes.get_yticklabels(which=which), sorted(axes.get_ylim()), 1)):
        yield from (t for t in labels if low <= t.get_position()[direction] <= high and t.get_rotation() in (0, 90))


def boxes(figure, which="major"):
    """Extents of all texts that are seen, in pixels."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    seen = []
    for axes in figure.axes:
        legend = axes.get_legend()
        parts = [axes._left_title, axes.xaxis.label, axes.yaxis.label, *tick_labels(axes, which), *(legend.get_texts() if legend else ())]
        seen += [(text.get_text(), text.get_window_extent(renderer)) for text in parts if text.get_text() and text.get_visible()]
    return seen


def overlaps(figure, which="major"):
    seen = boxes(figure, which)
    shrunk = [(text, box.x0 + 1, box.y0 + 1, box.x1 - 1, box.y1 - 1) for text, box in seen]
    return [(a[0], b[0]) for n, a in enumerate(shrunk) for b in shrunk[n + 1:]
            if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]]


class Figures(unittest.TestCase):
    def test_figures_of_the_caller_stay(self):
        code = ("import matplotlib; matplotlib.use('svg'); import matplotlib.pyplot as p; p.figure(); from cardon import plots; "
                "plots.curve_figure([plots.Curve([0, 1], [1, 2], 'a')], 'a'); print(p.get_backend(), p.get_fignums())")
        done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": sys.path[0]},
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "svg [1]\n")

    def test_categories_are_not_joined(self):
        words = ["smooth", "noise from a generator", "black hole", "a fourth one"]
        figure = plots.curve_figure([plots.Curve(words, [1, 2, 3, 2], "model"), plots.Curve(words, [2, 1, 4, 1], "paper")],
                                    "time", "s", "data", "")
        self.assertEqual({line.get_linestyle() for line in figure.axes[0].lines}, {"None"})
        self.assertEqual(overlaps(figure), [])

    def test_one_curve_with_the_name_of_its_axis_has_no_legend(self):
        for name, has in (("efficiency", False), ("", False), ("model", True)):
            figure = plots.curve_figure([plots.Curve([0, 1, 2], [0.5, 0.7, 0.9], name)], "efficiency")
            self.assertEqual(figure.axes[0].get_legend() is not None, has, name)

    def test_whole_numbers_have_whole_ticks(self):
        for ys, whole in (([1, 1, 2], True), ([1, 1, 1], True), ([1, 1.5, 2], False)):
            figure = plots.panel_figure([plots.Panel("depth", curves=[plots.Curve([0, 1, 2], ys)], include=(0,))], "step")
            figure.canvas.draw()
            ticks = figure.axes[0].get_yticks()
            self.assertEqual(bool((ticks == np.round(ticks)).all()), whole, (ys, ticks))

    def test_no_two_of_many_curves_look_alike(self):
        curves = [plots.Curve([0, 1, 2], [n, n + 1, n], f"{n} ms") for n in range(20)]
        figure = plots.panel_figure([plots.Panel("efficiency", curves=curves)], "depth")
        looks = {(line.get_color(), str(line._dash_pattern), line.get_marker()) for line in figure.axes[0].get_lines()}
        self.assertEqual(len(looks), 20)

    def test_expectations_do_not_look_alike(self):
        curves = [plots.Curve([0, 1, 2], [n, n + 1, n], f"expected {n}", dashed=True) for n in range(3)]
        figure = plots.panel_figure([plots.Panel("time", curves=[plots.Curve([0, 1, 2], [1, 2, 3], "measured"), *curves])], "latency")
        self.assertEqual(len({str(line._dash_pattern) for line in figure.axes[0].get_lines()[1:]}), 3)

    def test_labels_of_planes_lie_inside(self):
        points = np.linspace(-1, 1, 65)
        field = Field("phi", np.outer(points, points), {"y": points, "x": points}, "", 0.0, 0)
        for range in ((-1, 1), (-0.04, 0.0)):
            for dpi in (60, 200):
                figure = plots.plane_figure(field, range=range)
                settle(figure, dpi)
                with laid_out(figure):
                    figure.canvas.draw()
                for text, box in boxes(figure):
                    self.assertTrue(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1,
                                    f"{text} lies at {box} in {figure.bbox}, {dpi} dpi")

    def test_logarithmic_axes_can_be_read(self):
        for low, high in ((1.1, 3.2), (0.15, 1.9), (0.003, 0.06), (4e-9, 1.2e-8), (1e-6, 1.0), (1.0, 99.0)):
            x, y = np.geomspace(low, high, 9), np.geomspace(high, low, 9)
            for figure in (plots.curve_figure([plots.Curve(x, y)], "f", log="xy"),
                           plots.convergence_figure([high, high / 2, high / 4], [low, low / 2, low / 4], "f")):
                axes = figure.axes[0]
                figure.canvas.draw()
                for labels in (axes.get_xticklabels(which="both"), axes.get_yticklabels(which="both")):
                    self.assertGreaterEqual(len([text for text in labels if text.get_text()]), 2, (low, high))
                seen = overlaps(figure, "both")
                self.assertEqual(seen, [], (low, high))

    def test_error_bars(self):
        figure = plots.curve_figure([plots.Curve([1, 2, 3], [1.0, 2.0, 3.0], "mean", [0.1, 0.2, 0.5])], "f")
        self.assertEqual(len(figure.axes[0].containers), 1)
        self.assertGreater(figure.axes[0].get_ylim()[1], 3.5)

    def test_short_logarithmic_axes_have_round_numbers(self):
        for values in ([1.5, 1.5], [1.2e-9, 3.3e-9], [104.0, 139.0]):
            figure = plots.curve_figure([plots.Curve([0, 1], values)], "f", log="y")
            figure.canvas.draw()
            axes = figure.axes[0]
            low, high = axes.get_ylim()
            ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
            labels = [label.get_text() for label in axes.get_yticklabels()]
            self.assertGreaterEqual(len(ticks), 3, values)
            self.assertTrue(all(labels) and not any("times" in label for label in labels), labels)
            self.assertEqual(len(axes.yaxis.get_minorticklocs()), 0)

    def test_logarithmic_axes_leave_out_what_is_not_above_zero(self):
        figure = plots.curve_figure([plots.Curve([1, 10, 100], [1e-3, 0.0, 10.0])], "f", log="xy")
        self.assertEqual((figure.axes[0].get_xscale(), figure.axes[0].get_yscale()), ("log", "log"))
        self.assertTrue(np.isnan(figure.axes[0].lines[0].get_ydata()[1]))

    def test_each_panel_has_one_quantity(self):
        steps = [0, 5, 10]
        figure = plots.panel_figure([plots.Panel("efficiency", "", [plots.Curve(steps, [0.5, 0.6, 0.9], steps=True)]),
                                     plots.Panel("ghost depth (layers)", "", [plots.Curve(steps, [1, 2, 2], steps=True)])], "step")
        self.assertEqual([axes.get_ylabel() for axes in figure.axes], ["efficiency", "ghost depth (layers)"])
        self.assertEqual(overlaps(figure), [])

    def test_columns_of_other_units_get_figures_of_their_own(self):
        rows = np.arange(3)
        table = Table({name: rows for name in ("iteration", "time", "phi.min", "phi.max", "phi.count", "phi.maxloc.x", "phi.odd")},
                      {"phi.min": "V", "phi.max": "V", "phi.maxloc.x": "m", "phi.odd": "s"})
        self.assertEqual([(g.name, g.columns) for g in find_groups(table)],
                         [("phi", ["phi.min", "phi.max"]), ("phi.count", ["phi.count"]), ("phi.maxloc", ["phi.maxloc.x"]),
                          ("phi.odd", ["phi.odd"])])

    def test_convergence(self):
        figure = plots.convergence_figure([0.1, 0.05, 0.025], [1e-2, 2.5e-3, 6.25e-4], "error.l2", "kg/m^3", "Order")
        legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
        self.assertTrue(any(word.startswith("fit: order 2.00") for word in legend), legend)
        self.assertEqual(overlaps(figure), [])

    def test_long_titles_and_many_curves_do_not_overlap(self):
        x = np.linspace(0, 1, 50)
        curves = [plots.Curve(x, np.sin(5 * x + n), f"a rather long name of run {n}") for n in range(7)]
        figure = plots.curve_figure(curves, "rho.l2", "kg/m^3", title="A very long title " * 8, subtitle="iterations 0 to 4000")
        self.assertEqual(overlaps(figure), [])

    def test_text_of_strangers_is_text(self):
        figure = plots.curve_figure([plots.Curve([0, 1], [0, 1], "$\\frac{}$"), plots.Curve([0, 1], [1, 0], "a\x1b[2J")], "$x^",
                                    title="100 $ \\ % #")
        figure.canvas.draw()


if __name__ == "__main__":
    unittest.main()
