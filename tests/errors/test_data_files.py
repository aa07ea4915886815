#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Data files: what of them reaches the grid, what is wrong with bad ones, and what a restart makes of other values.

    test_data_files.py PYTHON     an interpreter with h5py, in case the one that runs this has none
"""
import json
import math
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402
import modules  # noqa: E402
from data_file_case import DataFileCase, grid  # noqa: E402

h5py = modules.require("h5py", "python3-h5py")


class DataFiles(DataFileCase):
    # What reaches the grid.

    def test_a_file_without_a_place_is_spread_over_the_domain(self):
        self.write()
        run = self.run_good(self.config())
        self.assertEqual((self.velocity(run, "min"), self.velocity(run, "max")), (1, 2))
        self.assertAlmostEqual(self.velocity(run, "mean"), 1.5, 14)         # linear in x and y, on both grids
        self.assertEqual((self.velocity(run, "minloc.x"), self.velocity(run, "minloc.y")), (0, 0))

    def test_on_a_cell_centred_grid_they_are_centres_of_cells(self):
        self.write(values=grid((7, 9), lambda j, i: 1 + i + 10 * j))
        run = self.run_good(self.config(grid={"cells": [9, 7], "boundary": {"dirichlet": "0"}}))
        self.assertEqual((self.velocity(run, "min"), self.velocity(run, "max")), (1, 69))
        self.assertAlmostEqual(self.velocity(run, "mean"), 35, 12)

    def test_origin_and_spacing_are_x_y_and_the_file_may_be_larger(self):
        self.write(values=grid((5, 9), lambda j, i: 1 + i / 4), origin=[-0.5, -0.5], spacing=[0.25, 0.5])
        run = self.run_good(self.config())
        self.assertEqual((self.velocity(run, "min"), self.velocity(run, "max")), (1.5, 2.5))

    def test_beyond_the_last_point_values_are_constant_for_half_a_spacing(self):
        self.write(values=grid((2, 2), lambda j, i: 1 + i), origin=[0.25, 0.25], spacing=0.5)
        run = self.run_good(self.config())
        self.assertEqual((self.velocity(run, "min"), self.velocity(run, "max")), (1, 2))
        self.assertAlmostEqual(self.velocity(run, "mean"), 1.5, 14)

    def test_single_values_and_whole_numbers_are_read(self):
        with h5py.File(self.folder / "model.h5", "w") as file:
            file.create_dataset("a/b/vp", data=grid((3, 5), lambda j, i: 1 + i), dtype="i2")
        run = self.run_good(self.config({"file": "model.h5", "dataset": "a/b/vp"}))
        self.assertEqual(self.velocity(run, "max"), 5)

    def test_what_a_run_has_written_is_a_data_file(self):
        for boundary in ({"dirichlet": "0"}, "periodic"):
            with self.subTest(boundary=boundary):
                name = "first" + str(len(str(boundary)))
                place = {"points": [9, 7], "boundary": boundary}
                formula = {"velocity_from": "expression", "profile": "2 + sin(2*pi*x)*cos(2*pi*y)", "max_speed": 3}
                first = self.run_good(self.config(grid=place, AcousticWave=formula), "output.fields.fields=[velocity]", name=name)
                file = str(next((first.path / "fields").glob("velocity.*.h5")))
                again = self.run_good(self.config(file, grid=place), name=name + "-again")
                self.assertEqual(again.checksums["AcousticWave::velocity"], first.checksums["AcousticWave::velocity"])

    def test_what_several_sites_have_written_is_a_data_file_and_lacks_none_of_them(self):
        self.write()
        config = self.config(thorns=["AcousticWave", "GridDriver"], driver={"calibration": "never"},
                             machine={"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]})
        config["output"] = {"fields": {"every": 4, "fields": ["velocity"]}}
        file = cardon_run.write_parfile(self.folder / "sites.yaml", config)
        result = many_runs.call(["run", file, "--out", self.folder / "sites", "--quiet"], ranks=2, cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        whole = "sites/fields/velocity.it000004.h5"
        self.assertEqual(self.velocity(self.run_good(self.config(whole)), "max"), 2)
        (self.folder / "sites/fields/velocity.it000004.b.h5").unlink()
        self.refused(self.config(whole), "parameter/data-file", "AcousticWave::model", "lacks the values of site b")

    def test_the_step_follows_the_fastest_speed(self):
        self.write()
        steps = {}
        for name, scale in (("slow", 1), ("fast", 4)):
            self.write(f"{name}.h5", grid((3, 5), lambda j, i: scale * (1 + i / 8 + j / 4)))
            steps[name] = self.run_good(self.config(f"{name}.h5"), name=name).scalars["time"][1]
        self.assertAlmostEqual(steps["slow"], 4 * steps["fast"], 14)

    def test_a_border_of_speeds_reflects_and_transmits(self):
        """In a medium of one density, 1-D, from speed 1 to 2: (v2 - v1)/(v1 + v2) comes back, 2 v2/(v1 + v2) continues."""
        self.write(values=[1.0 if i < 400 else 2.0 for i in range(801)])
        config = self.config(grid={"points": [801], "domain": [[-2, 2]], "boundary": {"dirichlet": "0"}},
                             time={"courant": 0.5, "stop": {"time": 1.6}})
        config["AcousticWave"] |= {"source_x": -0.5, "frequency": 4}
        config["output"] = {"probes": {"fields": ["pressure"], "points": {"before": [-0.25], "behind": [0.5]}}}
        rows = (self.run_good(config).path / "probes.tsv").read_text().splitlines()[1:]
        table = [[float(word) for word in row.split("\t")] for row in rows]
        height = 0.5 / (math.pi * 4 * math.sqrt(2 * math.e))                 # of the wave of a source in 1-D
        self.assertAlmostEqual(max(row[2] for row in table if row[1] < 0.87) / height, 1, 2)
        self.assertAlmostEqual(max(row[2] for row in table if row[1] > 0.87) / height, 1 / 3, 2)
        self.assertAlmostEqual(max(row[3] for row in table) / height, 4 / 3, 2)

    # Records.

    def test_path_size_and_checksum_are_recorded(self):
        self.write()
        run = self.run_good(self.config())
        record = json.loads((run.path / "provenance.json").read_text())["data_files"]["AcousticWave::model"]
        self.assertEqual(record["file"], str(self.folder / "model.h5"))
        self.assertEqual(record["bytes"], (self.folder / "model.h5").stat().st_size)
        self.assertEqual((record["dataset"], record["points"]), ("/vp", [5, 3, 1]))
        self.assertEqual(len(record["checksum"]), 32)
        self.assertIn(record["checksum"], (run.path / "resolved.yaml").read_text())

    def test_resolved_parameters_run_again_and_notice_other_values(self):
        self.write()
        first = self.run_good(self.config())
        result = many_runs.call(["run", first.path / "resolved.yaml", "--out", self.folder / "again", "--quiet"], cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        self.assertEqual(cardon_run.RunFolder(self.folder / "again").checksums, first.checksums)
        (self.folder / "model.h5").unlink()
        self.write(values=grid((3, 5), lambda j, i: 1.5))
        result = many_runs.call(["check", first.path / "resolved.yaml"], cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[parameter/data-file-changed]", result.err)

    def test_a_restart_needs_the_same_values_wherever_they_are(self):
        self.write()
        whole = self.run_good(self.config())
        self.run_good(self.config(time={"stop": {"iterations": 2}}, checkpoint={"every": 1}), name="first")
        (self.folder / "moved").mkdir()
        shutil.copy(self.folder / "model.h5", self.folder / "moved/other.h5")
        again = self.run_good(self.config("moved/other.h5"), "--restart", self.folder / "out-first", name="again")
        self.assertEqual(again.checksums, whole.checksums)
        self.write("changed.h5", grid((3, 5), lambda j, i: 1.5 + i / 8))
        self.refused(self.config("changed.h5"), "restart/fixed-parameter", "AcousticWave::model is checksum ", "(changed.h5 /vp)",
                     verb="run", arguments=("--restart", self.folder / "out-first"))

    # What may be wrong.

    def test_no_such_file(self):
        result = self.refused(self.config("modell.h5"), "parameter/data-file", "AcousticWave::model: there is no file",
                              "case.yaml:", "File: wave speed", "folder of the parameter file")
        self.assertIn("^", result.err)

    def test_a_path_counts_from_the_folder_of_the_parameter_file(self):
        self.write("below/model.h5")
        self.refused(self.config(), "parameter/data-file", "there is no file")
        file = cardon_run.write_parfile(self.folder / "below/case.yaml", self.config())
        self.assertEqual(many_runs.call(["check", file], cwd=self.folder).code, 0)

    def test_no_hdf5(self):
        (self.folder / "model.h5").write_text("vp = 1500\n")
        self.refused(self.config(), "parameter/data-file", "is not an HDF5 file")

    def test_several_datasets(self):
        self.write()
        self.write(dataset="rho")
        with h5py.File(self.folder / "model.h5", "a") as file:
            file["remarks"] = "none"
        self.refused(self.config(), "parameter/data-file", "several datasets", "it has /rho, /vp", "/remarks (not of numbers)")
        self.refused(self.config({"file": "model.h5", "dataset": "vs"}), "parameter/data-file", "no dataset /vs", "/rho, /vp")
        self.assertEqual(self.call(self.config({"file": "model.h5", "dataset": "vp"}), verb="check").code, 0)

    def test_other_dimensions(self):
        self.write(values=[1.0, 2.0, 3.0])
        self.refused(self.config(), "parameter/data-file", "1 dimension, but the grid has 2")

    def test_values_that_cannot_be(self):
        for value, text in ((math.nan, "is nan at (0.75, 0.5) m"), (-1.0, "is -1 at (0.75, 0.5) m, but it must be above 0")):
            with self.subTest(value=value):
                self.write(f"{value}.h5", grid((3, 5), lambda j, i: value if (j, i) == (1, 3) else 1.0))
                self.refused(self.config(f"{value}.h5"), "parameter/data-file", text)

    def test_a_grid_that_reaches_beyond_the_file(self):
        self.write(origin=[0, 0], spacing=[0.2, 0.5])
        self.refused(self.config(), "parameter/data-file", "from 0 to 1 m in x, the data from 0 to 0.8 m")

    def test_places_that_cannot_be(self):
        self.write("a.h5", spacing=[0.25, 0.5, 1])
        self.refused(self.config("a.h5"), "parameter/data-file", "attribute spacing", "has 3 numbers")
        self.write("b.h5", spacing=-0.25)
        self.refused(self.config("b.h5"), "parameter/data-file", "attribute spacing", "is -0.25 in x")
        self.write("c.h5", origin=[0, 0])
        self.refused(self.config("c.h5"), "parameter/data-file", "an attribute origin, but no attribute spacing")

    def test_another_unit(self):
        self.write(unit="km/s")
        self.refused(self.config(), "parameter/data-file", "in km/s, not in m/s")
        self.write("same.h5", unit="m s-1")
        self.run_good(self.config("same.h5"))

    def test_no_file_named(self):
        config = self.config()
        del config["AcousticWave"]["model"]
        self.refused(config, "parameter/data-file-unset", "AcousticWave::model does not name a file")
        self.refused(self.config({"dataset": "vp"}), "parameter/data-file", "no file is named")
        self.refused(self.config(""), "parameter/data-file", "no file is named")
        self.refused(self.config({"file": "model.h5", "datasett": "vp"}), "parameter/unknown", "did you mean dataset?")

    def test_sources_and_speeds_that_cannot_be(self):
        self.write()
        config = self.config()
        config["AcousticWave"]["source_x"] = [0.1, 0.2]
        self.refused(config, "acoustic/sources", "source_x has 2 numbers, source_y has 1")
        config["AcousticWave"] |= {"source_y": [0.1, 1.2]}
        self.refused(config, "acoustic/sources", "source 2 of AcousticWave lies outside the domain: y = 1.2")
        config["AcousticWave"] |= {"source_y": [0.1, 0.2], "amplitude": [1, 2, 3]}
        self.refused(config, "acoustic/sources", "amplitude has 3 numbers, there are 2 sources")
        self.refused(self.config(AcousticWave={"velocity_from": "expression", "profile": "1 + x"}), "acoustic/max-speed")

    def ranks(self, other):
        """Rank 0 reads in a folder with the file, rank 1 in `other`."""
        self.write("a/model.h5")
        cardon_run.write_parfile(self.folder / "a/case.yaml", self.config())
        words = [str(cardon_run.BINARY), "run", "case.yaml", "--out", str(self.folder / "out")]
        command = cardon_run.launch_of(*((1, ["env", "-C", folder, *words]) for folder in ("a", other)))
        result = subprocess.run(command, cwd=self.folder, text=True,
                                env=cardon_run.environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        return result.returncode, result.stdout + result.stderr

    def test_a_rank_without_the_file_says_so(self):
        (self.folder / "b").mkdir()
        code, said = self.ranks("b")
        self.assertNotEqual(code, 0, said)
        self.assertIn("there is no file", said)
        self.assertIn("on rank 1, host ", said)

    def test_a_rank_with_another_file_is_noticed(self):
        self.write("b/model.h5", grid((3, 5), lambda j, i: 1.5))
        code, said = self.ranks("b")
        self.assertNotEqual(code, 0, said)
        self.assertIn("parameter/data-files-differ", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
