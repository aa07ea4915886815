#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build into a temporary folder, builds the 25-line thorn against it and runs that thorn by name. Thorns in C and Fortran
are built against the build folder; in the long version also against the installed copy, as flesh/doc/thorns-in-c-and-fortran.md does,
whose commands are a test of their own."""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import cardon_run  # noqa: E402

TESTED_THORN = """\
cmake_minimum_required(VERSION 3.25)
project(Tested LANGUAGES CXX)
find_package(Cardon REQUIRED)
include(CTest)
cardon_thorn(WaveToy SOURCES {source} TESTS test_sum.cpp good.yaml bad.yaml)
"""
UNIT_TEST = """\
#include <cardon/thorn.hpp>
#include <gtest/gtest.h>
TEST(Sum, IsRight) { EXPECT_EQ((cardon::Vec3{1, 2, 3}[2]), 3); }
"""

BUILD = Path(os.environ.get("CARDON_BUILD") or cardon_run.SOURCE / "build")
# Cardon builds without it, and then leaves out thorns in Fortran.
NEEDS_FORTRAN = unittest.skipUnless(shutil.which(os.environ.get("FC") or "gfortran"), "there is no Fortran compiler")


def must(*command, cwd=None):
    """Runs a command; its output is the message if it fails."""
    result = subprocess.run(list(map(str, command)), cwd=cwd, text=True, capture_output=True)
    if result.returncode:
        raise AssertionError(f"$ {' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = cardon_run.folder()
        cls.folder = cls.scratch.__enter__()
        cls.addClassCleanup(cls.scratch.__exit__, None, None, None)
        must("cmake", "--install", BUILD, "--prefix", cls.folder / "installed")
        # Only a copy that does not know its old place shows whether paths are relative.
        (cls.folder / "installed").rename(cls.folder / "moved")
        cls.prefix = cls.folder / "moved"
        # The small wave with tests of its own.
        project, cls.thorn = cls.folder / "tested", cls.folder / "thorn"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(TESTED_THORN.format(source=HERE / "SmallWave" / "wavetoy.cpp"))
        (project / "test_sum.cpp").write_text(UNIT_TEST)
        for name, end in (("good", ""), ("bad", "WaveToy: {speed: -1}\n")):
            (project / f"{name}.yaml").write_text((HERE / "smallest.yaml").read_text() + end)
        cls.configuration = must("cmake", "-S", project, "-B", cls.thorn, f"-DCMAKE_PREFIX_PATH={cls.prefix}")
        must("cmake", "--build", cls.thorn)
        cardon_run.BINARY = cls.prefix / "bin" / "cardon"
        os.environ.update(cardon_run.NINJA)

    def call(self, *arguments, ranks=1):
        result = cardon_run.call(arguments, ranks=ranks, cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        return result.out

    def test_the_thorn_is_the_documented_one(self):
        text = (HERE / "SmallWave" / "wavetoy.cpp").read_text()
        self.assertEqual(len(text.splitlines()), 25)
        self.assertIn(text, (cardon_run.SOURCE / "flesh/doc/writing-a-thorn.md").read_text())

    def test_find_package_is_silent(self):
        self.assertNotIn("Warning", self.configuration)

    def test_runs_the_outside_thorn_by_name(self):
        for ranks, out in ((1, "one"), (2, "two")):
            self.call("run", HERE / "smallest.yaml", "--thorn-path", self.thorn, "--out", out, "--quiet", ranks=ranks)
        one, two = (cardon_run.RunFolder(self.folder / out) for out in ("one", "two"))
        self.assertEqual(one.summary["status"], "finished")
        self.assertEqual(one.checksums, two.checksums)
        self.assertEqual(one.scalars_text, two.scalars_text)
        # The Gaussian splits, so its top must have come down a good deal but not vanished.
        top = one.scalars["phi.max"]
        self.assertGreater(top[0], 0.7)
        self.assertTrue(0.01 < top[-1] < 0.3, top)
        self.assertIn("-ffp-contract=off", self.compiled(one, "WaveToy"))

    @staticmethod
    def compiled(run, thorn):
        """What provenance.json says of the flags of a thorn."""
        return "\n".join(json.loads((run.path / "provenance.json").read_text())["modules"][thorn]["compiled"])

    def test_fast_math_is_refused(self):
        build = self.folder / "fast"
        configuration = must("cmake", "-S", HERE / "SmallWave", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
                             "-DCMAKE_CXX_FLAGS=-ffast-math", "-DCMAKE_BUILD_TYPE=Debug")
        self.assertNotIn("Warning", configuration)
        must("cmake", "--build", build)
        with self.assertRaisesRegex(AssertionError, r"registry/inexact-math"):
            self.call("run", HERE / "smallest.yaml", "--thorn-path", build, "--out", "fast", "--quiet")

    def test_thorns_bring_their_tests(self):
        for _ in range(2):   # the second time there is a run folder already
            result = subprocess.run(["ctest", "--test-dir", self.thorn], text=True, capture_output=True)
            for name, verdict in (("WaveToy/Sum.IsRight", "Passed"), ("WaveToy/good", "Passed"),
                                  ("WaveToy/bad", r"\*\*\*Failed")):
                self.assertRegex(result.stdout, rf"{name} \.+ *{verdict}", result.stdout)

    @NEEDS_FORTRAN
    @unittest.skipUnless(cardon_run.LONG, "CARDON_LONG_TESTS is not set")
    def test_thorns_in_c_and_fortran_have_the_bits_of_the_one_in_cpp(self):
        build = self.folder / "languages"
        must("cmake", "-S", HERE / "WaveCFortran", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        must("cmake", "--build", build)
        runs = {}
        for name, folder in (("WaveToy", self.thorn), ("WaveC", build), ("WaveFortran", build)):
            file = self.folder / f"{name}.yaml"
            file.write_text((HERE / "smallest.yaml").read_text().replace("[WaveToy]", f"[{name}]"))
            self.call("run", file, "--thorn-path", folder, "--out", f"in-{name}", "--quiet")
            runs[name] = cardon_run.RunFolder(self.folder / f"in-{name}")
        for name in ("WaveC", "WaveFortran"):
            self.assertEqual(list(runs[name].checksums.values()), list(runs["WaveToy"].checksums.values()), name)
            self.assertEqual(runs[name].scalars_text, runs["WaveToy"].scalars_text, name)
        self.assertIn("GNU Fortran", self.compiled(runs["WaveFortran"], "WaveFortran"))
        self.assertIn("GNU C1", self.compiled(runs["WaveC"], "WaveC"))

    def build_uninstalled(self):
        """A Debug build of the thorns in C and Fortran against the build folder, for several tests: what they changed is built again."""
        project, build = self.folder / "in-c-and-fortran", self.folder / "uninstalled"
        if not project.exists():
            shutil.copytree(HERE / "WaveCFortran", project)
            must("cmake", "-S", project, "-B", build, f"-DCMAKE_PREFIX_PATH={BUILD}", "-DCMAKE_BUILD_TYPE=Debug")
        must("cmake", "--build", build)
        return project, build

    @NEEDS_FORTRAN
    def test_thorns_can_be_built_against_a_build_folder(self):
        """Without an installed copy: the same bits, and the build folder's own program finds the thorns."""
        build = self.build_uninstalled()[1]
        self.assertIn(f"Cardon_DIR:PATH={BUILD}", (build / "CMakeCache.txt").read_text())
        self.call("run", HERE / "smallest.yaml", "--thorn-path", self.thorn, "--out", "installed", "--quiet")
        for name in ("WaveC", "WaveFortran"):
            file = self.folder / f"uninstalled-{name}.yaml"
            file.write_text((HERE / "smallest.yaml").read_text().replace("[WaveToy]", f"[{name}]"))
            must(BUILD / "bin" / "cardon", "run", file, "--thorn-path", build, "--out", self.folder / f"uninstalled-{name}")
            run = cardon_run.RunFolder(self.folder / f"uninstalled-{name}")
            self.assertEqual(run.scalars_text, cardon_run.RunFolder(self.folder / "installed").scalars_text, name)
            self.assertIn("-ffp-contract=off" if name == "WaveC" else "GNU Fortran", self.compiled(run, name))
        self.addCleanup(must, "cmake", build, "-DCMAKE_C_FLAGS=")
        must("cmake", build, "-DCMAKE_C_FLAGS=-ffast-math")
        must("cmake", "--build", build, "--target", "WaveC")
        with self.assertRaisesRegex(AssertionError, r"registry/inexact-math"):
            self.call("run", self.folder / "uninstalled-WaveC.yaml", "--thorn-path", build, "--out", "uninstalled-fast", "--quiet")

    @NEEDS_FORTRAN
    def test_debug_builds_of_thorns_in_fortran_check_bounds(self):
        project, build = self.build_uninstalled()
        file = self.folder / "checked.yaml"
        text = (HERE / "smallest.yaml").read_text().replace("[WaveToy]", "[WaveFortran]")
        file.write_text(text.replace("17, 17, 17", "17, 17").replace("[[-1, 1], [-1, 1], [-1, 1]]", "[[-1, 1], [-1, 1]]"))
        run = ["run", file, "--thorn-path", build, "--quiet", "--out"]
        self.call(*run, "within-bounds")
        source = project / "wave.f90"
        right = source.read_text()
        self.addCleanup(source.write_text, right)
        source.write_text(right.replace("phi with stencil(1)", "phi"))
        must("cmake", "--build", build)
        result = cardon_run.call([*run, "beyond-bounds"], cwd=self.folder)
        self.assertNotEqual(result.code, 0)
        self.assertRegex(result.err, "of array 'u' below lower bound of [0-9]")

    def test_the_thorns_in_c_and_fortran_are_the_documented_ones(self):
        page = (cardon_run.SOURCE / "flesh/doc/thorns-in-c-and-fortran.md").read_text()
        for file in ("wave.c", "wave.f90", "CMakeLists.txt"):
            self.assertIn((HERE / "WaveCFortran" / file).read_text(), page, file)

    def test_says_which_language_a_project_lacks(self):
        project = self.folder / "lacking"
        project.mkdir()
        text = (HERE / "WaveCFortran" / "CMakeLists.txt").read_text()
        (project / "CMakeLists.txt").write_text(text.replace(" Fortran)", ")"))
        for file in ("wave.c", "wave.f90"):
            (project / file).write_text((HERE / "WaveCFortran" / file).read_text())
        with self.assertRaisesRegex(AssertionError, r"cardon_thorn\(WaveFortran\) needs Fortran: add Fortran to"):
            must("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_says_which_ending_is_of_no_language(self):
        project = self.folder / "ending"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(TESTED_THORN.format(source="wave.cpp helper.ftn"))
        with self.assertRaisesRegex(AssertionError, r"cardon_thorn\(WaveToy\): by its ending, helper.ftn is in none of"):
            must("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_the_users_thorn_wins_over_the_installed_one(self):
        self.assertIn(str(self.thorn), self.call("describe", "WaveToy", "--thorn-path", self.thorn))
        self.assertIn(str(self.prefix), self.call("describe", "WaveToy"))

    def test_the_installed_copy_is_complete(self):
        thorns = self.call("list", "thorns")
        for name in ("WaveToy", "WaveMoL", "Diffusion", "GrayScott", "UnigridDriver", "TransportMPI", "IOHDF5"):
            self.assertIn(name, thorns)
        self.assertNotIn(str(BUILD), thorns)
        self.assertIn("quickstart.yaml", self.call("list", "parfiles"))
        self.assertIn("parameter/unknown", self.call("describe", "parameter/unknown"))

    def test_a_decoder_of_instructions_is_loaded_where_operations_are_counted(self):
        decoder, = self.prefix.rglob("InstructionDecoder.so")
        away = self.folder / "InstructionDecoder.so"
        check = ("check", HERE / "smallest.yaml", "--thorn-path", self.thorn)
        self.assertIn("WaveToy::gaussian", self.call(*check, "--operations").split("Floating-point operations")[1])
        decoder.rename(away)
        self.addCleanup(away.rename, decoder)
        self.call(*check)
        result = cardon_run.call([*check, "--operations"], cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[check/decoder]", result.err)
        self.assertIn(str(decoder), result.err)

    def test_libraries_find_each_other_without_help(self):
        files = [self.prefix / "bin/cardon", *self.prefix.rglob("*.so")]
        sections = must("readelf", "-d", *files).split("\nFile: ")[1:]
        self.assertEqual(len(sections), len(files))
        for section in sections:
            self.assertNotIn(str(BUILD), section)
            # Vector versions of exp and the like have other bits than those for a single number.
            self.assertNotIn("libmvec", section)
        # In the same folder, those that need the same libraries find the same ones.
        kinds = {(file.parent, *re.findall(r"(?m)^.*\((?:NEEDED|RPATH|RUNPATH)\).*$", section)): file
                 for file, section in zip(files, sections)}
        needed = must("ldd", *kinds.values())
        self.assertEqual(needed.count("libc.so.6 =>"), len(kinds), needed)
        self.assertNotIn("not found", needed)


if __name__ == "__main__":
    unittest.main()
