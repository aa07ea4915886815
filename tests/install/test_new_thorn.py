#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cardon new-thorn: what it writes builds, passes its test and runs by the commands that it prints; what it refuses."""
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

BUILD = Path(os.environ.get("CARDON_BUILD") or cardon_run.SOURCE / "build")
NEEDS_FORTRAN = unittest.skipUnless(shutil.which(os.environ.get("FC") or "gfortran"), "there is no Fortran compiler")


class NewThorn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = cardon_run.folder()
        cls.folder = cls.scratch.__enter__()
        cls.addClassCleanup(cls.scratch.__exit__, None, None, None)
        subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.folder / "installed"], check=True, capture_output=True)
        cls.cardon = cls.folder / "installed/bin/cardon"

    def call(self, *arguments, code=0):
        done = subprocess.run([self.cardon, "new-thorn", *arguments], cwd=self.folder, text=True, capture_output=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def commands(self, *arguments):
        """Those that it prints, as they stand."""
        text = self.call(*arguments).stdout
        lines = re.findall(r"(?m)^  (.+)$", text)
        self.assertEqual(len(lines), 4, text)
        return lines

    def works(self, thorn, *arguments, two="cardon run --ranks 2"):
        """All commands succeed, and so does the last one on two ranks, which are threads unless `two` says something else."""
        stem = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", thorn).lower()
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           **({} if thorn == "MyHeat" else cardon_run.NINJA))
        configure, build, test, run = self.commands(f"Mine/{thorn}", *arguments)
        two = run.replace(f"{self.cardon} run", two.replace("cardon", str(self.cardon)))
        self.assertNotEqual(two, run)
        for command in (configure, build, test, f"{run} --out {thorn}-1", f"{two} --out {thorn}-2"):
            done = subprocess.run(command, shell=True, cwd=self.folder, text=True, capture_output=True, env=environment)
            self.assertEqual(done.returncode, 0, f"$ {command}\n{done.stdout}{done.stderr}")
            self.assertNotIn("warning", done.stdout + done.stderr, command)
            if command == test:
                self.assertIn(f"{thorn}/{stem}", done.stdout)
        one, two = (cardon_run.RunFolder(self.folder / f"{thorn}-{n}") for n in (1, 2))
        self.assertEqual(one.checksums, two.checksums)
        self.assertEqual(one.scalars_text, two.scalars_text)
        for path in (self.folder / "Mine" / thorn).glob("*.*"):
            self.assertNotRegex(path.read_text(), r"TemplateThorn|template_thorn", path)
        return one

    def test_heat_in_every_language(self):
        first = self.works("MyHeat", two="mpirun -n 2 cardon run")
        self.assertTrue(0 < first.scalars["u.max"][-1] < first.scalars["u.max"][0] == 1.0, first.scalars["u.max"])
        in_c = self.works("HeatC", "--language", "c")
        self.assertEqual(list(in_c.checksums.values()), list(first.checksums.values()))

    @NEEDS_FORTRAN
    def test_heat_in_fortran(self):
        run = self.works("HeatFortran", "--language", "fortran")
        self.assertTrue(0 < run.scalars["u.max"][-1] < run.scalars["u.max"][0] == 1.0)

    def test_an_integrator(self):
        self.works("MyHeun", "--service", "integrator")

    def test_a_step_service(self):
        self.works("QuietStop", "--service", "step-service")
        # It really stops, on two ranks at the same step, with a checkpoint: exit code 75.
        file = self.folder / "Mine/QuietStop/quiet_stop.yaml"
        done = cardon_run.call(["run", file, "--thorn-path", file.parent / "build", "--out", "stopped", "quiet_stop.below=1e6"],
                               ranks=2, cwd=self.folder)
        self.assertEqual(done.code, 75, done.report())
        self.assertIn("all values are below quiet_stop.below", (self.folder / "stopped/summary.json").read_text())

    def refused(self, *arguments):
        done = self.call(*arguments, code=2)
        self.assertIn("[cli/new-thorn]", done.stderr)
        return done.stderr

    def test_what_it_refuses(self):
        for name in ("wave", "9Wave", "My-Wave", "My Wave", "..", "M\N{LATIN SMALL LETTER E WITH ACUTE}"):
            self.assertIn("is not a name of a thorn", self.refused(name))
        self.assertIn("there is a thorn WaveToy already", self.refused("Mine/WaveToy"))
        self.assertFalse((self.folder / "Mine/WaveToy").exists())
        (self.folder / "Full").mkdir()
        (self.folder / "Full/notes.txt").write_text("mine")
        self.assertIn("exists already", self.refused("Full"))
        self.assertEqual([path.name for path in (self.folder / "Full").iterdir()], ["notes.txt"])


if __name__ == "__main__":
    unittest.main()
