#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A parameter file that somebody has sent loads no thorns that its user has not trusted, be it only for a check."""
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

COMPILER = shutil.which("cc") or shutil.which("gcc")
SOURCE = """
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void run(void) { fclose(fopen(getenv("MARKER"), "w")); }
"""


@unittest.skipIf(COMPILER is None, "needs a compiler")
class Trust(unittest.TestCase):
    def setUp(self):
        context = cardon_run.folder()
        self.folder = context.__enter__().resolve()
        self.addCleanup(context.__exit__, None, None, None)
        self.marker, self.home = self.folder / "marker", self.folder / "home"
        self.thorns = self.folder / "sent/thorns"
        self.thorns.mkdir(parents=True)
        (self.home / "cardon").mkdir(parents=True)
        self.file = cardon_run.write_parfile(self.folder / "sent/wave.yaml", {
            "thorn_path": ["thorns"], "thorns": ["WaveToy", "Sent"], "grid": {"points": [8, 8, 8]},
            "time": {"stop": {"iterations": 1}}})
        source = self.folder / "sent.c"
        source.write_text(SOURCE)
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", self.thorns / "Sent.so", source], check=True)

    def call(self, *words):
        environment = {**cardon_run.environment(), "MARKER": str(self.marker), "XDG_CONFIG_HOME": str(self.home)}
        return subprocess.run([str(cardon_run.BINARY), *map(str, words)], env=environment, cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60 * cardon_run.PATIENCE)

    def refused(self, *words, slug="registry/untrusted"):
        result = self.call(*words)
        self.assertEqual(result.returncode, 2, result)
        self.assertIn(f"[{slug}]", result.stderr)
        self.assertFalse(self.marker.exists(), "the constructor of the module was run")
        return result.stderr

    def loaded(self, *words):
        result = self.call(*words)
        self.assertIn("[registry/thorn-broken]", result.stderr)         # it has nothing else than a constructor
        self.assertTrue(self.marker.exists())
        self.marker.unlink()

    def trust(self, text, mode=0o600):
        file = self.home / "cardon/trusted-thorns"
        file.write_text(text)
        file.chmod(mode)

    def test_no_verb_loads_them(self):
        for verb in "check", "run", "predict", "simulate":
            text = self.refused(verb, self.file)
        self.assertIn(f"thorn folder {self.thorns} is not trusted", text)
        self.assertIn("wave.yaml:3", text)
        self.assertIn(f"--thorn-path {self.thorns}", text)
        self.assertIn(f"{self.home}/cardon/trusted-thorns", text)
        self.refused("list", "parameters", self.file)
        self.refused("describe", "Sent", self.file)
        self.refused("check", self.file, f"thorn_path=[{self.thorns}]")
        # There is no checkpoint: which of the two is said is no matter.
        self.assertEqual(self.call("run", self.file, "--restart", "latest").returncode, 2)
        self.assertFalse(self.marker.exists())
        # Services are loaded without being named.
        (self.thorns / "services").mkdir()
        (self.thorns / "Sent.so").rename(self.thorns / "services/Sent.so")
        self.refused("check", self.file, "thorns=[WaveToy]")

    def test_those_named_by_the_user_are_loaded(self):
        self.loaded("check", self.file, "--thorn-path", self.thorns)
        self.loaded("check", self.file, "--thorn-path", "sent")

    def test_those_of_trusted_folders_are_loaded(self):
        self.trust(f"# from a colleague\n{self.thorns}\n")
        self.loaded("check", self.file)
        self.trust(f"{self.folder}\n")
        self.loaded("check", self.file)
        self.trust(f"{self.folder}/sen\n/nowhere\n")
        self.refused("check", self.file)
        self.trust(f"#{self.thorns}\n\n")
        self.refused("check", self.file)

    def test_a_link_is_the_folder_it_leads_to(self):
        (self.folder / "trusted").mkdir()
        self.trust(f"{self.folder}/trusted\n")
        (self.folder / "trusted/link").symlink_to(self.thorns)
        self.refused("check", self.file, f"thorn_path=[{self.folder}/trusted/link]")

    def test_lists_that_others_may_write_are_not_believed(self):
        for mode in (0o620, 0o602, 0o666):
            self.trust(f"{self.thorns}\n", mode)
            self.refused("check", self.file, slug="registry/trust-file")
        self.trust("thorns\n")
        self.refused("check", self.file, slug="registry/trust-file")
        if os.geteuid() == 0:
            self.trust(f"{self.thorns}\n")
            os.chown(self.home / "cardon/trusted-thorns", 12345, 12345)
            self.refused("check", self.file, slug="registry/trust-file")

    def test_what_anybody_may_change_is_refused_though_trusted(self):
        for path, mode in ((self.thorns, 0o777), (self.thorns / "Sent.so", 0o777)):
            before = path.stat().st_mode
            path.chmod(mode)
            self.assertIn(str(path), self.refused("check", self.file, "--thorn-path", self.thorns))
            path.chmod(before)
        self.loaded("check", self.file, "--thorn-path", self.thorns)


if __name__ == "__main__":
    unittest.main()
