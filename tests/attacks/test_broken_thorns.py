#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Thorns that are cut off, that end the program while they are loaded, or that were built with flags which change bits: an
error that names the thorn, never a bare signal. So with a stack that is too small."""
import resource
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

COMPILER = shutil.which("c++") or shutil.which("g++")
WHOLE = cardon_run.BINARY.resolve().parents[1] / "lib/cardon/thorns/WaveToy.so"
LENGTHS = 400 if cardon_run.LONG else 12
CONFIG = {"thorns": ["WaveToy"], "grid": {"points": [8, 8, 8]}, "time": {"stop": {"iterations": 2}}}


class BrokenThorns(unittest.TestCase):
    def setUp(self):
        context = cardon_run.folder()
        self.folder = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def refused(self, *texts, slug="registry/thorn-broken", thorn="Bad"):
        file = cardon_run.write_parfile(self.folder / "bad.yaml", {**CONFIG, "thorns": [thorn]})
        result = cardon_run.call(["check", file, "--thorn-path", self.folder])
        self.assertEqual(result.code, 2, result.report())
        self.assertIn(f"[{slug}]", result.err)
        self.assertTrue(result.err.startswith("error: "), result.report())
        for text in (f"thorn {thorn} ", *texts):
            self.assertIn(text, result.err)
        return result.err

    def build(self, code, *flags, name="Bad"):
        if COMPILER is None:
            self.skipTest("needs a compiler")
        source = self.folder / f"{name}.cpp"
        source.write_text(code)
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O2", *flags, "-o", self.folder / f"{name}.so", source], check=True)

    def test_cut_off(self):
        whole = WHOLE.read_bytes()
        for n in range(LENGTHS):
            length = len(whole) * n // LENGTHS
            with self.subTest(length=length):
                (self.folder / "WaveToy.so").write_bytes(whole[:length])
                self.refused(*(["the file is truncated"] if length > 4 else []), thorn="WaveToy")
        (self.folder / "WaveToy.so").write_bytes(whole[:-1])
        self.refused("the file is truncated", thorn="WaveToy")
        (self.folder / "WaveToy.so").write_bytes(whole[:40])
        self.refused("the file is truncated", thorn="WaveToy")

    def test_constructors_that_end_the_program(self):
        include = "#include <cstdlib>\n#include <stdexcept>\n"
        for body, text in (("throw std::runtime_error(\"no \\x1b license\");", "threw: no \\x1b license"),
                           ("throw 1;", "threw something that is not a std::exception"),
                           ("std::terminate();", "called std::terminate"), ("std::exit(0);", "called exit")):
            with self.subTest(body=body):
                self.build(f"{include}static struct Bad {{ Bad() {{ {body} }} }} bad;")
                self.refused(text)

    def test_constructors_that_are_ended_by_signals(self):
        for body in ("std::raise(SIGSEGV);", "std::abort();"):
            with self.subTest(body=body):
                self.build(f"#include <csignal>\n#include <cstdlib>\nstatic struct Bad {{ Bad() {{ {body} }} }} bad;")
                file = cardon_run.write_parfile(self.folder / "bad.yaml", {**CONFIG, "thorns": ["Bad"]})
                result = cardon_run.call(["check", file, "--thorn-path", self.folder])
                self.assertLess(result.code, 0, result.report())
                self.assertIn("ended by a signal while thorn Bad was loaded [registry/thorn-broken]", result.err)

    def test_flags_that_change_bits(self):
        code = "double twice(double x) { return 2 * x; }"
        for flag in ("-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffp-contract=fast"):
            with self.subTest(flag=flag):
                self.build(code, "-frecord-gcc-switches", flag)
                self.refused(f"compiled with {flag}", slug="registry/inexact-math")
        self.build(code, "-frecord-gcc-switches", "-ffast-math", "-fno-fast-math", "-ffp-contract=fast", "-ffp-contract=off")
        self.refused("it has no symbol cardon_thorn_entry")
        fortran = shutil.which("gfortran")
        if fortran:
            source = self.folder / "bad.f90"
            source.write_text("subroutine s(x)\n real(8) :: x\n x = 2 * x\nend subroutine\n")
            subprocess.run([fortran, "-shared", "-fPIC", "-Ofast", "-frecord-gcc-switches", "-o", self.folder / "Bad.so", source],
                           check=True)
            self.refused("compiled with -Ofast", slug="registry/inexact-math")

    def test_small_numbers_that_become_zero(self):
        self.build("#ifdef __SSE2__\n#include <xmmintrin.h>\n__attribute__((constructor)) static void set() "
                   "{ _mm_setcsr(_mm_getcsr() | 0x8040); }\n#else\n#error\n#endif\n")
        self.refused("flushes denormal numbers to zero", slug="registry/inexact-math")


class Stack(unittest.TestCase):
    def call(self, soft, hard, *words):
        def limit():
            resource.setrlimit(resource.RLIMIT_STACK, (soft << 10, hard if hard < 0 else hard << 10))
        return subprocess.run([str(cardon_run.BINARY), *map(str, words)], preexec_fn=limit, capture_output=True, text=True,
                              env=cardon_run.environment(), stdin=subprocess.DEVNULL, timeout=60 * cardon_run.PATIENCE)

    def test_small_limits(self):
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "wave.yaml", CONFIG)
            for soft in 32, 64, 512, 1024:
                with self.subTest(soft=soft):
                    result = self.call(soft, hard, "run", file, "--out", folder / f"{soft}")
                    self.assertEqual(result.returncode, 0, result)
                    result = self.call(soft, soft, "run", file, "--out", folder / f"hard{soft}")
                    if soft < 1024:
                        self.assertEqual(result.returncode, 4, result)
                        self.assertIn(f"the stack is limited to {soft} kB", result.stderr)
                        self.assertIn("[cli/stack-limit]", result.stderr)
                    else:
                        self.assertEqual(result.returncode, 0, result)


if __name__ == "__main__":
    unittest.main()
