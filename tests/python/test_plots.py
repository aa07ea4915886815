#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon plot` draws what a run has, in the colours and the range of its file, as PNG, PDF, SVG and animation."""
import contextlib
import importlib.util
import io
import json
import shutil
import sys
import unittest
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402

python_package.require("numpy", "h5py", "matplotlib")
import matplotlib  # noqa: E402
import numpy as np  # noqa: E402

import cardon  # noqa: E402
from cardon import commands, plots  # noqa: E402
from cardon.plots import runs as plotting  # noqa: E402
from png_file import check_png  # noqa: E402


def texts(figure):
    """All that is written in a figure."""
    figure.canvas.draw()
    return [text.get_text() for text in figure.findobj(lambda a: hasattr(a, "get_text")) if text.get_text()]


with_skimage = unittest.skipUnless(importlib.util.find_spec("skimage"), "needs python3-skimage")


class OfRuns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        cls.wave = python_package.run(cls.folder, "wave", python_package.WAVE)
        cls.vortex = python_package.run(cls.folder, "vortex", python_package.VORTEX)


class Pictures(OfRuns):
    def call(self, *words, code=0):
        result = cardon_run.call(["plot", *words], cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result

    def draw(self, run, words, **options):
        return plots.plot_run(cardon.open(run), words, plots.Options(out=self.folder / "drawn", **options))

    def test_the_program_draws_all(self):
        files = [self.folder / line for line in self.call("wave", "--dpi", "60").out.split()]
        self.assertEqual([file.name for file in files], ["phi.png", "probes.phi.png", "phi.xy.it000004.png"])
        for file in files:
            check_png(file)

    def test_wrong_words_are_refused(self):
        wave = str(self.wave)
        for words, options, slug in (([wave, "psi"], {}, "plot/nothing"), ([wave], {"format": "gif"}, "plot/option"),
                                     ([wave], {"out": "wave.pdf"}, "plot/option"),
                                     ([wave], {"colours": "jet"}, "plot/option"), ([wave], {"range": [1, 0]}, "plot/option"),
                                     ([wave, "phi"], {"isosurface": "x"}, "plot/option"), ([wave], {"dpi": 0}, "plot/option"),
                                     ([wave, "phi"], {"plane": "xy", "at": 9.0}, "plot/outside"), (["nowhere"], {}, "cli/no-run"),
                                     ([wave, "phi"], {"vectors": "phi"}, "plot/option"),
                                     ([wave, "phi"], {"isosurface": "nan"}, "plot/option"), ([""], {}, "cli/no-run"),
                                     ([wave, ""], {}, "cli/no-run")):
            with self.subTest(words=words, options=options), contextlib.redirect_stderr(io.StringIO()) as text:
                self.assertEqual(commands.main(["plot", json.dumps({"words": words, **options})]), 2)
                self.assertIn(f"[{slug}]", text.getvalue())
                self.assertIn("1 error; nothing was run.", text.getvalue())

    def test_options_of_fields_need_field_files(self):
        """phi is a column of the table, and there are no field files."""
        bare = self.folder / "bare"
        shutil.copytree(self.wave, bare)
        shutil.rmtree(bare / "fields")
        for what, words in (("phi", f"{bare} has no field files of phi"), ("", f"{bare} has no field files  ")):
            with contextlib.redirect_stderr(io.StringIO()) as text:
                self.assertEqual(commands.main(["plot", json.dumps({"words": [str(bare), *filter(None, [what])], "contours": 5})]), 2)
            self.assertIn(words, text.getvalue())
            self.assertIn("output.fields writes field files", text.getvalue())
            self.assertNotIn("did you mean phi", text.getvalue())

    def test_options_without_effect_are_refused(self):
        wave, vortex = str(self.wave), str(self.vortex)
        for words, options in (([wave], {"iteration": 4, "time": 0.1}), ([wave], {"animate": True, "iteration": 4}),
                               ([wave], {"animate": True, "format": "pdf"}), ([wave], {"rate": 3.0}), ([wave], {"view": [1.0, 2.0]}),
                               ([wave], {"isosurface": "auto", "plane": "xy"}), ([wave], {"isosurface": "0.1", "contours": 3}),
                               ([wave], {"mean": True}), ([wave], {"labels": ["a"]}), ([wave, vortex], {"animate": True}),
                               ([wave, vortex], {"isosurface": "auto"}), ([wave, vortex], {"iteration": 4}),
                               ([wave, vortex], {"colours": "viridis"})):
            with self.subTest(words=words, options=options), contextlib.redirect_stderr(io.StringIO()) as text:
                self.assertEqual(commands.main(["plot", json.dumps({"words": words, **options})]), 2)
                self.assertIn("[plot/option]", text.getvalue())

    def test_vector_formats(self):
        pdf = self.draw(self.wave, ["phi.l2"], format="pdf")[0]
        self.assertEqual(pdf.read_bytes()[:5], b"%PDF-")
        svg = self.draw(self.vortex, ["rho"], format="svg")[0].read_text()
        self.assertIn("</svg>", svg)
        self.assertIn("Vortex: rho", svg)

    def test_the_provenance_is_in_the_file(self):
        file = self.draw(self.wave, ["phi.l2"])[0]
        whole = json.loads((self.wave / "provenance.json").read_text())
        result = cardon_run.call(["info", file, "--json"])
        self.assertEqual(json.loads(result.out), whole, result.report())

    def test_dpi(self):
        sizes = [plotting_size(self.draw(self.wave, ["phi.l2"], dpi=dpi)[0]) for dpi in (50, 100)]
        self.assertEqual([2 * n for n in sizes[0]], list(sizes[1]))

    def test_animations_have_one_range(self):
        file = self.draw(self.vortex, ["rho"], animate=True, dpi=40)[0]
        self.assertIn(file.suffix, (".mp4", ".gif"))
        self.assertGreater(file.stat().st_size, 1000)
        plotter = plotting.Plotter(cardon.open(self.wave), plots.Options())
        low, high = plotter._range(plotter.run.field("phi"), {})
        values = np.stack([field.plane("z").values for field in plotter.run.field("phi")])
        self.assertLessEqual(low, values.min())
        self.assertGreaterEqual(high, values.max())

    def test_frames_of_an_animation_have_one_map(self):
        plotter = plotting.Plotter(cardon.open(self.wave), plots.Options(animate=True))
        whole = plotter.run.field("phi")[0]
        maps = {plotter._figure(replace(whole, values=values), "phi", range=(-2.0, 2.0)).axes[0].images[0].cmap.name
                for values in (whole.values * 0 + 1.0, whole.values * 0 - 1.0)}
        self.assertEqual(maps, {"coolwarm"}, "one frame has only positive values, the other only negative ones")

    @with_skimage
    def test_a_surface(self):
        self.assertEqual(self.draw(self.wave, ["phi"], isosurface=20.0, dpi=40)[0].name, "phi.surface.it000004.png")
        with self.assertRaises(cardon.CardonError) as caught:
            self.draw(self.wave, ["phi"], isosurface=1e6)
        self.assertEqual(caught.exception.slug, "plot/no-surface")

    @with_skimage
    def test_surfaces_are_lit_from_outside(self):
        """Triangles are counterclockwise from outside, where magnitudes are smaller."""
        from cardon.plots.volumes import _surface
        ends = np.linspace(-1, 1, 21)
        inside = 1 - np.sqrt(sum(axis ** 2 for axis in np.meshgrid(ends, ends, ends)))
        for values, level in ((inside, 0.5), (-inside, -0.5)):
            corners, triangles = _surface(values, [ends] * 3, level)
            a, b, c = (corners[triangles[:, n]] for n in range(3))
            outward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c)
            self.assertGreater(outward.sum(), 0.99 * np.abs(outward).sum(), level)     # some triangles have no area

    def test_several_runs_are_in_one_figure(self):
        other = python_package.run(self.folder, "slow", python_package.WAVE, "WaveToy.speed=0.5")
        runs = [cardon.open(self.wave), cardon.open(other)]
        files = plots.plot_runs(runs, ["phi.l2"], plots.Options(out=self.folder / "both"))
        self.assertEqual([file.name for file in files], ["phi.l2.runs.png"])
        from cardon.plots.comparison import names_of
        self.assertEqual(names_of(runs), ["speed = 1", "speed = 0.5"])
        mean = plots.plot_runs(runs, ["phi.l2"], plots.Options(out=self.folder / "both", mean=True))
        self.assertEqual([file.name for file in mean], ["phi.l2.mean.png"], "the curves of the runs are kept")


def plotting_size(file):
    data = file.read_bytes()
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


class OfTheFile(OfRuns):
    """What output.slices says holds for plots, too."""

    def picture(self, run, name, **options):
        plotter = plotting.Plotter(cardon.open(run), plots.Options(**options))
        return plotter._figure(plotter._scalar(plotter.run.field(name).last()), name)

    def test_colours_and_range(self):
        image = self.picture(self.vortex, "rho").axes[0].images[0]
        self.assertEqual((image.get_cmap().name, image.get_clim()), ("inferno", (0.25, 1.5)))
        image = self.picture(self.vortex, "rho", colours="cividis", range=(0, 1)).axes[0].images[0]
        self.assertEqual((image.get_cmap().name, image.get_clim()), ("cividis", (0, 1)))

    def test_signed_fields_have_a_diverging_map_around_zero(self):
        image = self.picture(self.vortex, "momentum_x").axes[0].images[0]
        low, high = image.get_clim()
        self.assertEqual((image.get_cmap().name, low), ("coolwarm", -high))
        self.assertEqual(self.picture(self.vortex, "momentum").axes[0].images[0].get_cmap().name, "viridis")

    def test_a_given_range_decides_on_the_map(self):
        for ends, name, lowest in (((-1, 3), "coolwarm", 1 / 3), ((-3, 3), "coolwarm", 0), ((0, 3), "viridis", None),
                                   ((-0.1, 3), "viridis", None)):
            with self.subTest(ends=ends):
                image = self.picture(self.vortex, "momentum_x", range=ends).axes[0].images[0]
                self.assertEqual((image.get_cmap().name, image.get_clim()), (name, ends))
                if lowest is not None:
                    whole = matplotlib.colormaps[name]
                    np.testing.assert_allclose(image.get_cmap()(0.0), whole(lowest), atol=0.01)
                    np.testing.assert_allclose(image.get_cmap()(image.norm(0.0)), whole(0.5), atol=0.02)

    def test_sequential_colours_of_the_file_hold_for_signed_fields(self):
        from cardon.plots.choices import slices_of
        run = type("Run", (), {"parameters": {"output.slices.colours": "viridis"}})
        self.assertEqual(slices_of(run, "phi"), {"colours": "viridis"})
        run.parameters = {"output.slices.colours": "auto"}
        self.assertEqual(slices_of(run, "phi"), {})

    def test_units_are_typeset(self):
        self.assertIn(r"rho ($\mathrm{kg\,m^{-3}}$)", texts(self.picture(self.vortex, "rho")))

    def test_contours_and_arrows(self):
        axes = self.picture(self.vortex, "rho", contours=5, vectors="momentum").axes[0]
        self.assertGreater(len(axes.collections), 1)
        with self.assertRaises(cardon.CardonError):
            self.picture(self.vortex, "rho", vectors="rho")

    def test_pixels_lie_at_their_points(self):
        # phi of the wave grows along y, the second axis of the picture.
        image = self.picture(self.wave, "phi").axes[0].images[0]
        data = np.asarray(image.get_array())
        self.assertGreater(data[-2, 0], data[1, 0])
        left, right, bottom, top = image.get_extent()
        np.testing.assert_allclose([left, right], [-1 / 18, 1 - 1 / 18], atol=1e-12)


if __name__ == "__main__":
    unittest.main()
