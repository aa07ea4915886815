#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Debug build compiles, gives the bits of a Release build, and answers a task that reads beyond its stencil while a run goes on.
By default, only what knows of access checks is compiled: test_debug.py. With CARDON_LONG_TESTS=1, the flesh, a driver, what it
needs and two applications are built in the folder debug of the build, which takes minutes the first time."""
import json
import os
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

BUILD = Path(os.environ.get("CARDON_BUILD") or cardon_run.SOURCE / "build")
DEBUG = BUILD / "debug"
# Sources that have other code in a Debug build: of blocks, of the lists of thorns that fit, of a thorn.
CHECKED = ("flesh/kit/grid/block.cpp", "flesh/src/registry/thorn_file.cpp", "arrangements/Wave/WaveToy/wavetoy.cpp")
# An object whose command has the include folders of all of them.
COMMAND = r"cardon_grid\.dir/(Unity/unity_0|kit/grid/block\.)"
TARGETS = ["cardon_cli", "UnigridDriver", "TransportSelf", "TransportThreads", "Integrators", "Boundaries", "IOScalar",
           "RunGuards", "WaveToy", "WaveMoL", "Dishonest", "test_grid", "test_languages"]
CASE = {"grid": {"points": [16, 15, 14], "boundary": "periodic"}, "time": {"stop": {"iterations": 3}},
        "output": {"scalars": {"every": 1, "fields": ["phi"], "reductions": ["l2"]}}}


def as_debug(command):
    """The command of a Release build as a Debug build has it, of a source that is read from standard input, and without writing an
    object. What is compiled includes its headers itself."""
    words = [word for word in shlex.split(command) if not re.fullmatch(r"-O\d|-DNDEBUG|-g|-Winvalid-pch", word)]
    for option in ("-o", "-c", "-include"):
        if option in words:
            at = words.index(option)
            del words[at:at + 2]
    return [*words, "-O0", "-DCARDON_CHECK_ACCESS=1", "-fsyntax-only", "-x", "c++", "-"]


class Sources(unittest.TestCase):
    def test_what_knows_of_access_checks_compiles(self):
        entries = json.loads((BUILD / "compile_commands.json").read_text())
        entry = next(e for e in entries if re.search(COMMAND, e["command"].partition(" -o ")[2]))
        text = "".join(f'#include "{cardon_run.SOURCE / source}"\n' for source in CHECKED)
        done = subprocess.run(as_debug(entry["command"]), cwd=entry["directory"], input=text, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr[:5000])


@unittest.skipUnless(cardon_run.LONG, "CARDON_LONG_TESTS is not set")
class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for command in (["cmake", "-G", "Ninja", "-S", cardon_run.SOURCE, "-B", DEBUG, "-DCMAKE_BUILD_TYPE=Debug"],
                        ["cmake", "--build", DEBUG, "--target", *TARGETS]):
            done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                raise AssertionError(f"{shlex.join(map(str, command))}\n{done.stdout[-10000:]}")
        cls.release, cardon_run.BINARY = cardon_run.BINARY, DEBUG / "bin/cardon"

    @classmethod
    def tearDownClass(cls):
        cardon_run.BINARY = cls.release

    def run_case(self, thorn, *words, ranks=1, binary=None, code=0):
        before, cardon_run.BINARY = cardon_run.BINARY, binary or cardon_run.BINARY
        try:
            with cardon_run.folder() as folder:
                cardon_run.write_parfile(folder / "case.yaml", {**CASE, "thorns": [thorn]})
                result = cardon_run.call(["run", "case.yaml", "--out", "out", *words], ranks=ranks, threads=ranks > 1, cwd=folder)
                self.assertEqual(result.code, code, result.report())
                return result, cardon_run.RunFolder(folder / "out").checksums if code == 0 else None
        finally:
            cardon_run.BINARY = before

    def test_unit_tests_of_what_checks_accesses(self):
        for name in ("test_grid", "test_languages"):
            done = subprocess.run([DEBUG / "bin" / name, "--gtest_brief=1"], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout[-5000:])

    def test_it_checks_accesses(self):
        self.assertRegex(cardon_run.call(["info"]).out, r"(?m)^access checks +on$")

    def test_the_bits_are_those_of_a_release_build(self):
        for thorn, words in (("WaveToy", []), ("WaveToy", ["WaveToy.order=4"]), ("WaveMoL", ["time.integrator=rk4"])):
            with self.subTest(thorn=thorn, words=words):
                plain = self.run_case(thorn, *words, binary=self.release)[1]
                self.assertEqual(self.run_case(thorn, *words)[1], plain)
                self.assertEqual(self.run_case(thorn, *words, ranks=2)[1], plain)

    def test_a_read_beyond_the_stencil_ends_the_run(self):
        path = ["--thorn-path", DEBUG / "tests/errors/thorns"]
        self.run_case("Dishonest", "time.integrator=euler", *path)
        for ranks in (1, 2):
            err = self.run_case("Dishonest", "time.integrator=euler", "Dishonest.mistake=stencil", *path, ranks=ranks, code=2)[0].err
            for text in ("[schedule/stencil]", "Dishonest::beyond reads phi at offset (", "declared: reads phi with stencil(1)",
                         "declare Read<phi, 2>"):
                self.assertIn(text, err)

    def test_thorns_of_other_builds_are_refused(self):
        err = self.run_case("Dishonest", "time.integrator=euler", "--thorn-path", BUILD / "tests/errors/thorns", code=2)[0].err
        self.assertIn("it was compiled without access checks; this Cardon is a build with them", err)


if __name__ == "__main__":
    unittest.main()
