#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run folders in which something else has taken the place of a file, or that may not be read: each is named, none is
waited for."""
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import limited  # noqa: E402

CONFIG = {"thorns": ["WaveToy"], "grid": {"points": [8, 8, 8], "boundary": "periodic"},
          "time": {"stop": {"iterations": 4}}, "tuning": {"tuner": "none"}, "checkpoint": {"every": 2, "overlap": "never"},
          "output": {"scalars": {"every": 1, "fields": ["phi"]}, "fields": {"every": 4, "fields": ["phi"]}}}
MORE = ("t.yaml", "time.stop.iterations=6", "--strict", "--dry-run")


def pipe(path):
    os.mkfifo(path)


def endless(path):
    path.symlink_to("/dev/zero")


def folder_instead(path):
    path.mkdir()


def huge(path):
    with open(path, "wb") as file:
        file.truncate(1 << 40)


SORTS = {pipe: "it is a pipe, not a file", endless: "it is a device, not a file", folder_instead: "it is a folder, not a file",
         huge: "it has 1099511627776 bytes"}


class CopyOfRun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        cls.folder.chmod(0o755)
        cardon_run.write_parfile(cls.folder / "t.yaml", CONFIG)
        result = cardon_run.call(["run", "t.yaml", "--out", "o", "--quiet"], cwd=cls.folder)
        assert result.code == 0, result.report()

    def setUp(self):
        self.copy = self.folder / "copy"
        shutil.copytree(self.folder / "o", self.copy, symlinks=True)
        self.addCleanup(shutil.rmtree, self.copy)


class OddFiles(CopyOfRun):
    def replace(self, name, sort):
        file = self.copy / name
        file.unlink()
        sort(file)

    def call(self, *arguments, codes=(0,)):
        # Under a limit of memory: what reads without end is ended by it, not the machine.
        result = limited.call_shared(arguments, self.folder, memory=2000)
        text = result.out + result.err
        self.assertIn(result.code, codes, f"{arguments}: {text}")
        self.assertNotIn("[bug]", text)
        return text

    def test_manifests_of_checkpoints(self):
        for sort, words in SORTS.items():
            with self.subTest(sort=sort.__name__):
                self.replace("checkpoints/it000004/manifest.json", sort)
                text = self.call("run", *MORE, "--restart", "copy", codes=(2,))
                self.assertIn(f"copy/checkpoints/it000004 cannot be used: manifest.json cannot be read: {words}", text)
                self.assertIn("the previous checkpoint is used", text)
                self.call("run", *MORE[:2], "--dry-run", "--restart", "copy")
                self.doCleanups()
                self.setUp()

    def test_tables_of_pieces(self):
        table = next((self.copy / "checkpoints/it000004").glob("*-0.json")).name
        for sort, words in SORTS.items():
            with self.subTest(sort=sort.__name__):
                self.replace(f"checkpoints/it000004/{table}", sort)
                text = self.call("run", *MORE[:2], "--restart", "copy", "--out", f"on-{sort.__name__}")
                self.assertIn(f"{table} cannot be read: {words}", text)
                self.assertIn("restarted from iteration 2 of copy", text)
                self.doCleanups()
                self.setUp()

    def test_provenance(self):
        for sort in SORTS:
            with self.subTest(sort=sort.__name__):
                self.replace("provenance.json", sort)
                self.assertIn("[cli/no-run]", self.call("info", "copy", codes=(2,)))
                self.call("compare", "o", "copy")
                self.call("run", *MORE[:2], "--dry-run", "--restart", "copy")
                self.doCleanups()
                self.setUp()

    def test_summary(self):
        for sort, words in SORTS.items():
            with self.subTest(sort=sort.__name__):
                self.replace("summary.json", sort)
                text = self.call("compare", "o", "copy", codes=(2,))
                self.assertIn("copy is not the folder of a finished run", text)
                self.assertIn(f"summary.json cannot be read: {words}", text)
                self.doCleanups()
                self.setUp()

    def test_tables_and_fields_of_reports(self):
        for sort, words in SORTS.items():
            with self.subTest(sort=sort.__name__):
                self.replace("scalars.tsv", sort)
                # Of all sorts of files that plots read: test_plots.py.
                for verb in (("plot", "copy"), ("compare", "o", "copy"))[sort is not pipe:]:
                    text = self.call(*verb, codes=(2,))
                    self.assertIn(f"copy/scalars.tsv cannot be read: {words}", text)
                self.doCleanups()
                self.setUp()
        self.replace("fields/phi.it000004.h5", pipe)
        self.call("plot", "copy")


class Permissions(CopyOfRun):
    """As a user who may not read everything."""

    def setUp(self):
        super().setUp()
        self.words = []
        if os.geteuid() == 0:
            if not shutil.which("setpriv"):
                self.skipTest("root may read everything, and there is no setpriv")
            self.words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        self.home = self.folder / "home"
        self.home.mkdir(mode=0o777, exist_ok=True)
        self.home.chmod(0o777)
        if self.as_other("list", "parfiles").returncode != 0:
            self.skipTest("another user cannot start the program")

    def as_other(self, *arguments):
        environment = {**cardon_run.environment(), "HOME": str(self.home)}
        return subprocess.run([*self.words, str(cardon_run.BINARY), *arguments], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60 * cardon_run.PATIENCE)

    def refused(self, name, *arguments):
        path = self.copy / name
        mode = path.stat().st_mode
        path.chmod(0)
        try:
            result = self.as_other(*arguments)
        finally:
            path.chmod(mode)
        return result.stdout + result.stderr

    def restart(self, name, wanted="copy"):
        return self.refused(name, "run", *MORE, "--restart", wanted)

    def test_a_checkpoint(self):
        for name in ("checkpoints/it000004", "checkpoints/it000004/manifest.json"):
            text = self.restart(name)
            self.assertIn("copy/checkpoints/it000004 cannot be used: manifest.json cannot be read: Permission denied", text)
            self.assertNotIn("never finished", text)
            text = self.restart(name, "copy/checkpoints/it000004")
            self.assertIn("Permission denied", text)
            self.assertIn("[restart/no-checkpoint]", text)

    def test_folders_above(self):
        for name in ("checkpoints", ""):
            text = self.restart(name)
            self.assertIn("the folder copy/checkpoints cannot be read: Permission denied", text)
            self.assertIn("[restart/no-checkpoint]", text)

    def test_other_files(self):
        self.assertIn("summary.json cannot be read: Permission denied", self.refused("summary.json", "compare", "o", "copy"))
        self.assertIn("scalars.tsv cannot be read: Permission denied", self.refused("scalars.tsv", "compare", "o", "copy"))


if __name__ == "__main__":
    unittest.main()
