#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon check` finds tasks that do not do what they declare, in every kind of build, and `cardon run` those that a run would not
notice; in C++, C and Fortran."""
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = []
THORNS = ["Dishonest"]
CASE = {
    "title": "Honest stencils",
    "thorns": ["Dishonest"],
    "grid": {"points": [16, 17, 18]},
    "time": {"stop": {"iterations": 2}, "integrator": "euler"},
}


class Stencils(unittest.TestCase):
    def call(self, verb, mistake, arguments, thorn, **how):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", {**CASE, "thorns": [thorn]})
            start = cardon_run.call if how else many_runs.call
            result = start([verb, "case.yaml", f"{thorn}.mistake={mistake}", *THORN_PATH, *arguments], cwd=folder, **how)
            if "schedule/unwritten" in result.err:
                self.assertFalse((folder / "runs").exists())
        return result

    def check(self, mistake, *arguments, thorn="Dishonest"):
        return self.call("check", mistake, arguments, thorn)

    def run_it(self, mistake, *arguments, thorn="Dishonest", **how):
        return self.call("run", mistake, arguments, thorn, **how)

    def assert_refused(self, mistake, slug, *texts, thorn="Dishonest"):
        result = self.check(mistake, thorn=thorn)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("error: "), 1, result.report())
        for text in (f"[{slug}]", *texts):
            self.assertIn(text, result.err, result.report())
        self.assertNotIn("ready to run", result.out)

    def test_honest_task_passes(self):
        for thorn in THORNS:
            with self.subTest(thorn=thorn):
                result = self.check("none", thorn=thorn)
                self.assertEqual(result.code, 0, result.report())
                self.assertTrue(result.out.rstrip().endswith("ready to run"), result.report())
                result = self.run_it("none", thorn=thorn)
                self.assertEqual(result.code, 0, result.report())
        self.assertEqual(self.check("none", "--strict").code, 0)

    def test_read_beyond_the_stencil(self):
        self.assert_refused("stencil", "schedule/stencil", "Dishonest::beyond reads phi at offset (", "declares stencil(1)",
                            "reads(phi, stencil(2, 1, 1))")

    def test_undeclared_field(self):
        self.assert_refused("undeclared", "schedule/undeclared", "Dishonest::undeclared reads psi")

    def test_write_away_from_the_point(self):
        self.assert_refused("stray", "schedule/write-offset", "Dishonest::stray writes next(phi) at offset (1, 0, 0)")

    def test_write_left_out(self):
        """An error of `check`, and of `run` on any ranks, before there is a folder: next(eta) would keep old values."""
        for thorn in THORNS:
            for mistake, task, field in (("nothing", "rate", "rhs(chi)"), ("next", "leap", "next(eta)")):
                text = f"error: {thorn}::{task} declares to write {field}, but does not "
                with self.subTest(thorn=thorn, mistake=mistake):
                    self.assert_refused(mistake, "schedule/unwritten", text, thorn=thorn)
                    # Over MPI, one of both in each language.
                    over_mpi = mistake == ("nothing", "next")[THORNS.index(thorn) % 2]
                    for how in ({"threads": False}, {"ranks": 2, "threads": True}, {"ranks": 2, "threads": False})[:2 + over_mpi]:
                        result = self.run_it(mistake, thorn=thorn, **how)
                        self.assertEqual(result.code, 2, result.report())
                        self.assertEqual(result.err.count(text), 1, result.report())
                        self.assertIn("help: write it everywhere", result.err)

    def test_write_left_out_at_some_points(self):
        for thorn in THORNS:
            text = f"{thorn}::leap declares to write next(eta), but leaves it alone at some points"
            with self.subTest(thorn=thorn):
                self.assert_refused("some", "schedule/unwritten", f"error: {text} ", "help: write it everywhere", thorn=thorn)
                result = self.run_it("some", thorn=thorn)
                self.assertEqual(result.code, 2, result.report())
                self.assertIn(f"error: {text} ", result.err)

    def test_initial_data_left_out(self):
        """Fields that are advanced start as NaN, which a run finds as such."""
        for thorn in THORNS:
            with self.subTest(thorn=thorn):
                self.assert_refused("initial", "schedule/unwritten", f"error: {thorn}::start declares to write chi, but does not ",
                                    "help: write it at every point of the region, or let another task write it", thorn=thorn)
                result = self.run_it("initial", thorn=thorn)
                self.assertEqual(result.code, 3, result.report())
                for part in (f"error: NaN in {thorn}::chi at iteration 0", f"cause       {thorn}::start declares to write chi, but does not",
                             "help: write it at every point"):
                    self.assertIn(part, result.err, result.report())

    def test_fortran_thorns_keep_no_lengths_in_static_memory(self):
        """Ranks that are threads would share them, and take one text for another."""
        nm = shutil.which("nm")
        if nm is None or "DishonestFortran" not in THORNS:
            self.skipTest("needs nm and a thorn in Fortran")
        module = Path(THORN_PATH[THORN_PATH.index("--thorn-path") + 1]) / "DishonestFortran.so"
        symbols = subprocess.run([nm, module], check=True, capture_output=True, text=True).stdout
        own = [line.split()[-1] for line in symbols.splitlines() if line.split()[-2] in "bd"]
        self.assertIn("__cardon_computing_MOD_anything", own)
        self.assertEqual([name for name in own if name.startswith(("slen", "..", "len"))], [])

    def test_a_boundary_that_reads_beside_the_normal(self):
        with cardon_run.folder() as folder:
            grid = {**CASE["grid"], "boundary": "Crossing::crossing"}
            cardon_run.write_parfile(folder / "case.yaml", {**CASE, "thorns": ["Crossing"], "grid": grid})
            result = cardon_run.call(["check", "case.yaml", *THORN_PATH], cwd=folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("error: Crossing::crossing reads u at offset (", result.err)
        self.assertIn("[schedule/stencil]", result.err)
        self.assertIn("along the normal only", result.err)

    def test_a_boundary_that_does_not_write(self):
        with cardon_run.folder() as folder:
            grid = {**CASE["grid"], "boundary": "Crossing::forgetful"}
            cardon_run.write_parfile(folder / "case.yaml", {**CASE, "thorns": ["Crossing"], "grid": grid})
            result = cardon_run.call(["check", "case.yaml", *THORN_PATH], cwd=folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("error: Crossing::forgetful declares to write u, but does not ", result.err)
        self.assertIn("[schedule/unwritten]", result.err)

    def test_bounds_of_the_region_are_no_places(self):
        if "DishonestC" in THORNS:
            self.assert_refused("region", "schedule/region", "DishonestC::evolve gives a different result", thorn="DishonestC")

    def test_numbers_of_points_are_no_places(self):
        """Stripes along x in C++, y in C and z in Fortran; a warning, since the bits are the same in all decompositions."""
        for thorn in THORNS:
            for arguments, code in (["grid.boundary=neumann"], 0), (["--strict"], 2):
                with self.subTest(thorn=thorn, arguments=arguments):
                    result = self.check("stripes", *arguments, thorn=thorn)
                    self.assertEqual(result.code, code, result.report())
                    self.assertIn(f"{thorn}::rate gives a different result at the same position", result.out + result.err)
                    self.assertIn("[schedule/index]", result.out + result.err)
            result = self.check("none", "grid.boundary=neumann", thorn=thorn)
            self.assertNotIn("schedule/index", result.out + result.err)

    def test_mistakes_in_c_and_fortran(self):
        for thorn in THORNS[1:]:
            for mistake, slug, *texts in (
                    ("stencil", "schedule/stencil", f"{thorn}::evolve reads phi at offset (", "declare reads(phi, stencil(2, 1, 1)), in C++ Read<phi, 2, 1, 1>"),
                    ("stray", "schedule/write-offset", f"{thorn}::evolve writes next(phi) at offset (1, 0, 0)"),
                    ("undeclared", "schedule/undeclared", f"{thorn}::evolve reads psi")):
                with self.subTest(thorn=thorn, mistake=mistake):
                    self.assert_refused(mistake, slug, *texts, thorn=thorn)

    def test_parameter_left_out(self):
        for thorn in THORNS:
            for result in (self.check("forgotten", thorn=thorn), self.run_it("forgotten", thorn=thorn)):
                with self.subTest(thorn=thorn):
                    self.assertEqual(result.code, 2, result.report())
                    self.assertIn("forgotten", result.err)
                    self.assertIn("help: ", result.err)
                    self.assertNotIn("bug in Cardon", result.err)

    def test_nan_is_traced_to_its_task(self):
        for thorn in THORNS:
            with self.subTest(thorn=thorn):
                result = self.run_it("nan", "health.every=2", "time.stop.iterations=6", thorn=thorn)
                self.assertEqual(result.code, 3, result.report())
                for part in (f"error: NaN in {thorn}::chi.rhs at iteration 4", f"written by  {thorn}::rate", "it read     chi = ",
                             "help: with these values a division by zero"):
                    self.assertIn(part, result.err, result.report())

    def test_exit_for_a_nan_does_not_hide_it(self):
        """The NaN comes in one step, and exit, or stop, in the next, before a check."""
        for thorn in THORNS:
            with self.subTest(thorn=thorn):
                result = self.run_it("exit", "time.stop.iterations=6", thorn=thorn)
                self.assertEqual(result.code, 2, result.report())
                for part in (f"error: {thorn}::rate", "ended the program", "[thorn/exit]", "in iteration 4", "it read     chi = ",
                             "nan at point (", "set time.stop.iterations: 4:"):
                    self.assertIn(part, result.err, result.report())
                result = self.run_it("exit", "time.stop.iterations=4", thorn=thorn)
                self.assertEqual(result.code, 3, result.report())
                self.assertIn(f"written by  {thorn}::rate", result.err, result.report())

    def test_stencil_that_is_wider_than_needed_is_a_warning(self):
        result = self.check("wide")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("[schedule/wide-stencil]", result.out + result.err, result.report())
        self.assertEqual(self.check("wide", "--strict").code, 2)


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    if "--thorns" in sys.argv:
        at = sys.argv.index("--thorns")
        THORNS = sys.argv[at + 1:]
        del sys.argv[at:]
    unittest.main()
