#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts in flesh/doc/images draw the figures of the documents: those of tables from the tables, those of fields from
runs (one here, on a coarse grid)."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402

python_package.require("numpy", "h5py", "matplotlib")
IMAGES = cardon_run.SOURCE / "flesh/doc/images"
sys.path.insert(0, str(IMAGES))
import draw_runs  # noqa: E402
import draw_spacetimes  # noqa: E402
import draw_tables  # noqa: E402
from png_file import check_png  # noqa: E402


class Documents(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def test_every_table_has_the_data_of_its_figures(self):
        count = 0
        for source in draw_tables.sources():
            found = source.plot.series or draw_tables.series(source)
            self.assertTrue(found and all(len(points) >= 3 for points in found.values()), source)
            self.assertTrue((IMAGES / source.folder / f"{source.plot.name}.png").is_file(), source.plot.name)
            count += 1
        self.assertGreaterEqual(count, 12)

    def test_a_figure_of_a_table(self):
        check_png(draw_tables.draw(self.folder, ["together"])[0])

    def test_figures_of_files_of_curves(self):
        files = sorted(IMAGES.glob("*/*.tsv"))
        self.assertGreaterEqual(len(files), 5)
        for file in files:
            self.assertTrue(file.with_suffix(".png").is_file(), file)
            self.assertTrue(draw_tables.curve_files.read(file).series, file)
        check_png(draw_tables.draw(self.folder, ["real-change-latency"])[0])

    def test_a_figure_of_a_run(self):
        picture = next(p for p in draw_runs.PICTURES if p.name == "euler/blast")
        check_png(draw_runs.draw(picture, self.folder, ["grid.cells=[20, 20]"]))

    def test_figures_of_spacetimes(self):
        for name in draw_spacetimes.FIGURES:
            self.assertTrue((IMAGES / f"{name}.png").is_file(), name)
        check_png(draw_spacetimes.draw("einstein/noise", self.folder, ["grid.points=[16]", "grid.domain=[[0, 1]]", "time.stop.time=0.5 s"]))
        check_png(draw_spacetimes.draw("einstein/waveform", self.folder, ["time.stop.time=0.5 s"]))

    def test_the_files_of_all_pictures_exist(self):
        for picture in draw_runs.PICTURES:
            self.assertTrue((cardon_run.SOURCE / f"parfiles/{picture.parfile}.yaml").is_file(), picture)
            self.assertTrue((IMAGES / f"{picture.name}.png").is_file(), picture)


if __name__ == "__main__":
    unittest.main()
