#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thorn that is compiled by hand with the flags of pkg-config, for the oldest kind of processor and for this one, in the long
version also for those between them: the same bits. An installed copy has manual pages and completion; libraries below
glibc-hwcaps find thorns and texts."""
import os
import shutil
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import cardon_run  # noqa: E402

BUILD = Path(os.environ.get("CARDON_BUILD") or cardon_run.SOURCE / "build")
PROCESSORS = {"x86-64": "", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl"} if os.uname().machine == "x86_64" else {}


def must(*command, **arguments):
    result = subprocess.run(list(map(str, command)), text=True, capture_output=True, **arguments)
    if result.returncode:
        raise AssertionError(f"$ {' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def processors():
    """Those that this computer can run."""
    flags = Path("/proc/cpuinfo").read_text().split()
    return [name for name, needs in PROCESSORS.items() if not needs or needs in flags] + ["native"]


@unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is not installed")
class PkgConfig(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        cls.prefix = cls.folder / "prefix"
        must("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cardon_run.BINARY = cls.prefix / "bin" / "cardon"
        cls.pc = next(cls.prefix.rglob("cardon.pc"))

    def flags(self, *words):
        return must("pkg-config", *words, env={**os.environ, "PKG_CONFIG_PATH": str(self.pc.parent)}).split()

    def build(self, processor):
        folder = self.folder / processor
        folder.mkdir()
        must(os.environ.get("CXX") or "c++", "-O2", f"-march={processor}", "-shared", "-fPIC", *self.flags("--cflags", "cardon"),
             HERE / "SmallWave" / "wavetoy.cpp", "-o", folder / "WaveToy.so", *self.flags("--libs", "cardon"))
        result = cardon_run.call(["run", HERE / "smallest.yaml", "--thorn-path", folder, "--out", folder / "run", "--quiet"])
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(folder / "run")

    def test_thorns_compiled_for_any_processor_have_the_same_bits(self):
        names = processors() if cardon_run.LONG else [processors()[0], processors()[-1]]
        with ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(self.build, names))
        for name, run in zip(names, runs):
            self.assertEqual(run.checksums, runs[0].checksums, name)
            self.assertEqual(run.scalars_text, runs[0].scalars_text, name)
            self.assertIn(f"-march={name}".replace("native", ""), (run.path / "provenance.json").read_text())

    def test_one_version_everywhere(self):
        version = self.flags("--modversion", "cardon")[0]
        self.assertEqual(cardon_run.call(["--version"]).out, f"Cardon {version}\n")

    def test_manual_pages_and_completion_are_installed(self):
        for path in ("share/man/man1/cardon-run.1", "share/bash-completion/completions/cardon",
                     "share/zsh/site-functions/_cardon", "share/fish/vendor_completions.d/cardon.fish"):
            self.assertGreater((self.prefix / path).stat().st_size, 500, path)

    def test_libraries_for_newer_processors_are_found_by_the_loader(self):
        """As in the package, which has further copies of all libraries and thorns in such folders."""
        kinds = processors()[1:-1]
        if not kinds:
            self.skipTest("this processor has no AVX2")
        copy = self.folder / "two"
        shutil.copytree(self.prefix, copy, symlinks=True)
        libraries = next(copy.rglob("libcardon.so.0")).parent
        for kind in kinds:
            newer = libraries / "glibc-hwcaps" / kind
            shutil.copytree(libraries / "cardon", newer / "cardon")
            for file in libraries.glob("libcardon*.so*"):
                shutil.copy(file, newer / file.name, follow_symlinks=False)
        said = must(copy / "bin" / "cardon", "info")
        self.assertIn(f"{newer}/cardon/thorns", said)
        self.assertNotIn(f"{libraries}/cardon/thorns", said)
        self.assertIn("first-run.yaml", must(copy / "bin" / "cardon", "list", "parfiles"))

    def test_a_copy_for_other_processors_needs_no_program(self):
        """utils/package builds such copies by this target."""
        if not (BUILD / "build.ninja").exists():
            self.skipTest("the build folder is not one of Ninja")
        copy = self.folder / "libraries"
        must("cmake", "--install", BUILD, "--component", "libraries", "--prefix", copy)
        installed = {file.name.split(".so")[0] for file in copy.rglob("*.so*")}
        built = {Path(name).name for name in must("ninja", "-C", BUILD, "-t", "query", "cardon_libraries").split()}
        self.assertGreater(len(installed), 50)
        self.assertEqual(installed - {name.split(".so")[0] for name in built}, set())
        self.assertNotIn("cardon", built)


if __name__ == "__main__":
    unittest.main()
