#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The package `cardon` opens runs and campaigns made here, and says clearly what it cannot open."""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402

python_package.require("numpy", "h5py")
import h5py  # noqa: E402
import numpy as np  # noqa: E402
import openpmd_rules  # noqa: E402

import cardon  # noqa: E402
from cardon import convergence, refinement, units  # noqa: E402


class OfRuns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        runs = cls.folder / "runs/wave"
        runs.mkdir(parents=True)
        shutil.move(python_package.run(cls.folder, "wave", python_package.WAVE), runs / "0001")
        shutil.move(python_package.run(cls.folder, "more", python_package.WAVE, "--restart", runs / "0001/checkpoints/it000002",
                                       "time.stop.iterations=6"), runs / "0002")
        cls.vortex = python_package.run(cls.folder, "vortex", python_package.VORTEX)
        cls.runs = runs

    def refused(self, slug, action, *words):
        with self.assertRaises(cardon.CardonError) as caught:
            action(*words)
        self.assertEqual(caught.exception.slug, slug)
        self.assertRegex(str(caught.exception), rf"^error: .* +\[{slug}\]")
        return str(caught.exception)


class Fields(OfRuns):
    def test_values_lie_at_their_coordinates(self):
        phi = cardon.open(self.runs / "0001").field("phi")[0]
        self.assertEqual(phi.axes, ("z", "y", "x"))
        self.assertEqual(phi.values.shape, (7, 8, 9))
        z, y, x = np.meshgrid(*phi.coordinates.values(), indexing="ij")
        np.testing.assert_allclose(phi.values, x + 10 * y + 100 * z, atol=1e-12)
        self.assertEqual((phi.domain["z"], phi.periodic, phi.centring), ((-0.5, 0.5), ("z", "y", "x"), "vertex"))
        self.assertEqual((phi.time, phi.iteration, phi.thorn), (0.0, 0, "WaveToy"))

    def test_they_print_themselves_in_a_line(self):
        phi = cardon.open(self.runs / "0001").field("phi")[0]
        low, high = (f"{value:.6g}" for value in (phi.values.min(), phi.values.max()))
        self.assertEqual(str(phi), f"phi: 7 x 8 x 9 points (z, y, x), iteration 0, time 0 s, {low} to {float(high):g}")
        phi.values[0, 0, :2] = np.nan, np.inf
        self.assertIn(", 2 not finite", repr(phi))
        phi.values[:] = np.nan
        self.assertIn("no finite values", str(phi))
        momentum = cardon.open(self.vortex).field("momentum")
        self.assertRegex(str(momentum.last()), r"^momentum: \d components, 12 x 16 points \(y, x\), .* kg/m\^2/s$")
        self.assertRegex(repr(momentum), r"^<FieldSeries momentum: \d+ outputs, iterations 0 to \d+>$")

    def test_runs_print_what_they_have(self):
        run = cardon.open(self.runs / "0001")
        first, *rest = str(run).splitlines()
        self.assertEqual(first, f"Run {run.folder}: {run.title}, finished")
        self.assertTrue(any(line.startswith(f"  scalars: {len(run.scalars)} rows, the last ") for line in rest), rest)
        self.assertIn(f"  {run.field('phi')}", rest)

    def test_cells_have_their_centres(self):
        rho = cardon.open(self.vortex).field("Euler::rho").last()
        np.testing.assert_allclose(rho.coordinates["x"], (np.arange(16) + 0.5) / 16)
        self.assertEqual((rho.unit, rho.centring, rho.axes), ("kg/m^3", "cell", ("y", "x")))

    def test_vectors_have_components(self):
        run = cardon.open(self.vortex)
        self.assertIn("momentum", run.fields)
        momentum = run.field("momentum").at(iteration=1)
        self.assertEqual((momentum.components, momentum.values.shape), (("x", "y", "z"), (3, 12, 16)))
        np.testing.assert_array_equal(momentum.component("y").values, run.field("momentum_y").at(iteration=1).values)
        np.testing.assert_allclose(momentum.magnitude().values ** 2, (momentum.values ** 2).sum(0))

    def test_planes(self):
        phi = cardon.open(self.runs / "0001").field("phi")[0]
        self.refused("run/no-name", phi.plane, "w", 0.0)
        plane = phi.plane("z", -0.5)
        self.refused("run/no-name", plane.plane, "z")
        self.assertEqual((plane.axes, plane.at), (("y", "x"), ("z", -0.5)))
        np.testing.assert_array_equal(plane.values, phi.values[0])
        self.refused("plot/outside", phi.plane, "z", 2.0)

    def test_series(self):
        phi = cardon.open(self.runs / "0001").field("phi")
        np.testing.assert_allclose(phi.times, [0, 0.02, 0.04])
        self.assertEqual(phi.at(time=0.021).iteration, 2)
        self.refused("plot/option", phi.at)
        self.refused("plot/option", phi.at, 2, 0.02)
        self.assertEqual([one.iteration for one in phi], [0, 2, 4])
        self.assertIn("it was at 0, 2, 4", self.refused("plot/no-output", phi.at, 3))
        self.assertIn("did you mean phi?", self.refused("run/no-name", cardon.open(self.runs / "0001").field, "phj"))

    def test_xarray(self):
        try:
            import xarray  # noqa: F401
        except ImportError:
            self.skipTest("python3-xarray is not installed")
        array = cardon.open(self.vortex).field("momentum").to_xarray()
        self.assertEqual(array.dims, ("time", "component", "y", "x"))
        self.assertEqual((array.attrs["units"], array["x"].attrs["units"], array.sizes["time"]), ("kg/m^2/s", "m", 3))


class OpenPMD(OfRuns):
    def test_one_file_has_all_records_of_an_output(self):
        files = sorted((self.vortex / "fields/openpmd").iterdir())
        self.assertEqual([file.name for file in files], [f"output.it00000{n}.h5" for n in range(3)])
        rho, momentum = (cardon.open(self.vortex).field(name)[1] for name in ("rho", "momentum"))
        with h5py.File(files[1]) as file:
            meshes = file["data/1/meshes"]
            self.assertEqual(sorted(meshes), ["momentum", "rho"])
            np.testing.assert_array_equal(meshes["rho"][...], rho.values)
            self.assertEqual(sorted(meshes["momentum"]), ["x", "y", "z"])
            np.testing.assert_array_equal([meshes["momentum"][c][...] for c in "xyz"], momentum.values)

    def test_files_keep_the_rules_of_the_standard(self):
        for run in (self.vortex, self.runs / "0001"):
            for file in sorted(run.glob("fields/**/*.h5")):
                self.assertEqual(openpmd_rules.violations(file), [], file)

    def test_rules_can_be_broken(self):
        file = Path(shutil.copy(self.vortex / "fields/rho.it000000.h5", self.folder))
        with h5py.File(file, "r+") as changed:
            mesh = changed["data/0/meshes/rho"]
            del mesh.attrs["position"], changed.attrs["basePath"]
        self.assertIn("/: no attribute basePath", openpmd_rules.violations(file))


class Tables(OfRuns):
    def test_scalars(self):
        run = cardon.open(self.runs / "0001")
        reference = cardon_run.RunFolder(run.folder).scalars
        for name, values in reference.items():
            np.testing.assert_array_equal(run.scalars[name], values)
        self.assertEqual(run.scalars.units["time"], "s")
        self.assertEqual(list(run.probes), ["probes"])

    def test_what_describes_a_run(self):
        run = cardon.open(self.runs / "0001")
        self.assertEqual((run.title, run.status, run.parameters["WaveToy::initial"]), ("Small wave", "finished", "expression"))
        self.assertEqual(run.decisions, [])
        self.assertIsNone(run.restarted_from)

    def test_damaged_tables(self):
        run = shutil.copytree(self.runs / "0001", self.folder / "damaged")
        for text in ("nonsense\n", "iteration\ttime [s]\n1\n", "iteration\n1\nx\n"):
            (run / "scalars.tsv").write_text(text)
            self.refused("run/bad-table", lambda: cardon.open(run).scalars)
        (run / "scalars.tsv").write_text("iteration\tphi\n0\t1\n1\t2")     # the last line is unfinished
        np.testing.assert_array_equal(cardon.open(run).scalars["phi"], [1])

    def test_damaged_fields(self):
        run = shutil.copytree(self.runs / "0001", self.folder / "broken")
        file = run / "fields/phi.it000004.h5"
        file.write_bytes(file.read_bytes()[:1000])
        self.refused("output/unreadable", cardon.open(run).field("phi").last)


class Names(OfRuns):
    """Whatever is asked for by a name that does not exist is an error that lists the names that do."""

    def unknown(self, listed, action, *words):
        self.assertIn(listed, self.refused("run/no-name", action, *words))
        with self.assertRaises(KeyError):
            action(*words)

    def test_of_tables(self):
        (self.runs / "0001/late_senders.tsv").write_text("rank\tdoing\twaited_seconds\twaits\n")    # has no iterations
        for run in (cardon.open(self.runs / "0001"), cardon.open_campaign(self.runs)):
            self.assertEqual(run.tables, ["probes", "scalars"])
            self.unknown("did you mean scalars?\n   tables: probes, scalars", run.table, "scalar")
            self.unknown("tables: probes, scalars", run.table, "spheres/phi.r1.tsv")
            self.unknown("did you mean phi.l2?\n   columns: iteration, time, phi.min", run.scalars.__getitem__, "phi.l3")
            self.unknown("did you mean probes?\n   probes: probes", run.probes.__getitem__, "prbes")
            self.unknown("spheres: none", run.spheres.__getitem__, "phi.r1")

    def test_tables_that_a_run_may_lack_are_empty(self):
        for run in (cardon.open(self.vortex), cardon.open_campaign(self.vortex)):
            self.assertEqual((run.tables, len(run.scalars), len(run.tuning), len(run.table("tuning"))), ([], 0, 0, 0))

    def test_of_records(self):
        run = cardon.open(self.runs / "0001")
        self.unknown("did you mean WaveToy::width?", run.parameters.__getitem__, "WaveToy::widht")
        self.unknown("did you mean status?", run.summary.__getitem__, "statsu")
        self.unknown("did you mean started?", run.provenance.__getitem__, "startde")
        folder = shutil.copytree(self.runs / "0001", self.folder / "decided")
        (folder / "decisions.jsonl").write_text('{"link": "a-b", "to": 2}\n')
        for one in (cardon.open(folder), cardon.open_campaign(folder)):
            self.assertEqual(one.decisions[0]["link"], "a-b")
            self.unknown("did you mean link?\n   entries of a decision: link, to", one.decisions[0].__getitem__, "lnik")

    def test_of_parts_of_fields(self):
        momentum = cardon.open(self.vortex).field("momentum").last()
        self.unknown("components: x, y, z", momentum.component, "w")
        self.unknown("axes: y, x", momentum.spacing, "z")
        self.unknown("axes: y, x", momentum.coordinates.__getitem__, "z")
        self.unknown("fields: momentum_x, momentum_y", cardon.open(self.vortex).field, "velocity")

    def test_of_folders(self):
        self.assertIn(f"did you mean {self.folder}/vortex?", self.refused("cli/no-run", cardon.open, self.folder / "vortx"))
        self.assertIn(f"did you mean {self.runs}/0002?", self.refused("cli/no-run", cardon.open, self.runs / "00002"))

    def test_of_the_package(self):
        for owner, wrong, right in ((cardon, "opne", "open"), (cardon, "Rum", "Run"), (cardon.open_campaign(self.runs), "scalar", "scalars")):
            self.assertIn(right, dir(owner))
            with self.assertRaisesRegex(AttributeError, f"has no attribute '{wrong}'"):
                getattr(owner, wrong)


class Campaigns(OfRuns):
    def test_a_restart_and_its_origin_are_one_series(self):
        campaign = cardon.open_campaign(self.runs)
        self.assertEqual([run.folder.name for run in campaign.runs], ["0001", "0002"])
        phi = campaign.field("phi")
        self.assertEqual(list(phi.iterations), [0, 2, 4, 6])
        # Iteration 4 was computed twice; the restart's counts.
        self.assertEqual(phi.at(4).file.parents[1].name, "0002")
        self.assertEqual(list(campaign.scalars["iteration"]), list(range(7)))
        self.assertEqual(list(campaign.probes["probes"]["iteration"]), list(range(7)))
        self.assertEqual(campaign.title, "Small wave")

    def test_a_missing_origin_is_named(self):
        alone = shutil.copytree(self.runs / "0002", self.folder / "far/away/0002")
        provenance = json.loads((alone / "provenance.json").read_text())
        provenance["restarted_from"].update(run="elsewhere/0001")
        (alone / "provenance.json").write_text(json.dumps(provenance))
        self.assertIn("elsewhere/0001", self.refused("run/no-predecessor", cardon.open_campaign, alone))

    def test_runs_are_found(self):
        self.assertEqual(cardon.open(self.runs).folder.name, "0002")
        self.assertEqual([run.name for run in cardon.find_runs(self.folder / "runs")], ["0001", "0002"])
        self.refused("cli/no-run", cardon.open, self.folder / "nowhere")


class Versions(unittest.TestCase):
    def test_the_package_has_the_version_of_the_program(self):
        header = (cardon_run.SOURCE / "flesh/include/cardon/thorn/version.hpp").read_text()
        version = header.split('version_text = "')[1].split('"')[0]
        self.assertEqual(cardon.__version__, version)
        self.assertIn(f'version = "{version}"', (cardon_run.SOURCE / "flesh/python/pyproject.toml").read_text())


class Numbers(unittest.TestCase):
    def test_units_are_typeset(self):
        self.assertEqual(units.typeset("kg/m^3"), r"$\mathrm{kg\,m^{-3}}$")
        self.assertEqual(units.typeset("J/m^3/s"), r"$\mathrm{J\,m^{-3}\,s^{-1}}$")
        self.assertEqual(units.typeset("1/s"), r"$\mathrm{s^{-1}}$")
        self.assertEqual((units.typeset(""), units.typeset("a $ of b c")), ("", r"a \$ of b c"))

    def test_orders(self):
        self.assertEqual(convergence.orders([16, 4, 1]), [2, 2])
        order, doubt = convergence.fitted_order([1, 0.5, 0.25], [3, 3 / 8, 3 / 64])
        self.assertAlmostEqual(order, 3)
        self.assertAlmostEqual(doubt, 0)
        self.assertTrue(np.isnan(convergence.fitted_order([1, 0.5], [1, 0])[0]))
        self.assertTrue(convergence.is_error("Wave::error.l2") and not convergence.is_error("phi.l2"))

    def test_grids_are_refined(self):
        self.assertEqual(refinement.refine([9, 8], [True, False], 2), [17, 16])
        self.assertEqual(refinement.refine([9, 8], [True, False], 3, "cells"), [27, 24])
        self.assertEqual(refinement.is_closed("[periodic, [reflecting, {dirichlet: 0}]]", 2), [False, True])


class Wheel(unittest.TestCase):
    def test_a_wheel_holds_the_package(self):
        missing = [name for name in ("pip", "setuptools", "wheel") if importlib.util.find_spec(name) is None]
        if missing:
            self.skipTest(f"python3-{missing[0]} is not installed")
        with cardon_run.folder() as folder:
            source = shutil.copytree(cardon_run.SOURCE / "flesh/python", folder / "source")
            done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
                                   "-w", folder, source], capture_output=True, text=True, cwd=folder,
                                  env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
            self.assertEqual(done.returncode, 0, done.stderr)
            built = next(folder.glob("cardon-*.whl"))
            done = subprocess.run([sys.executable, "-c", "import cardon.commands.sweep, cardon; print(cardon.__file__)"],
                                  capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(built)}, cwd=folder)
            self.assertIn(".whl", done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
