#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ranks that were given different things, files that change while ranks start, pipes as parameter files, and variables of
launchers that are not there."""
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

CONFIG = {
    "thorns": ["WaveToy"], "grid": {"points": [16, 12, 8], "boundary": "periodic"},
    "time": {"stop": {"iterations": 8}}, "WaveToy": {"width": 0.3},
    "output": {"scalars": {"every": 2}},
}
SITES = {**CONFIG, "thorns": ["WaveToy", "GridDriver"], "machine": "two", "driver": {"calibration": "never"}}
MACHINE = "emulate: true\nsites: [{name: a, ranks: 1}, {name: b, ranks: 1}]\nlinks: [{between: [a, b], latency: %s, bandwidth: 10 MB/s}]\n"


class Starts(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(self.folder / "t.yaml", CONFIG)

    def launch(self, *ranks, stdin="", environment=None):
        """One rank for each list of words, its command."""
        parts = [(1, [str(cardon_run.BINARY) if word == "cardon" else word for word in words]) for words in ranks]
        return self.call(cardon_run.launch_of(*parts), stdin, environment)

    def alone(self, *words, stdin="", environment=None):
        return self.call([str(cardon_run.BINARY), *words], stdin, environment)

    def call(self, command, stdin, environment):
        result = subprocess.run(command, cwd=self.folder, env={**cardon_run.environment(), **(environment or {})},
                                input=stdin, text=True, capture_output=True, timeout=60 * cardon_run.PATIENCE)
        self.said = f"$ {' '.join(command)}\nexit code {result.returncode}\n{result.stdout}{result.stderr}"
        self.err = result.stderr
        return result.returncode

    def assert_refused(self, code, wanted, slug, *texts):
        self.assertEqual(code, wanted, self.said)
        self.assertIn(f"[{slug}]", self.err)
        for text in texts:
            self.assertIn(text, self.err, self.said)
        self.assertEqual(self.err.count("error: "), 1, self.said)
        self.assertFalse((self.folder / "o").exists(), self.said)

    def run_folder(self):
        return cardon_run.RunFolder(self.folder / "o")

    def checksums_of(self, *overrides):
        """Of a run on one rank."""
        shutil.rmtree(self.folder / "alone", ignore_errors=True)
        result = many_runs.call(["run", "t.yaml", *overrides, "--quiet", "--out", "alone"], cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(self.folder / "alone").checksums


class OtherArguments(Starts):
    def test_each_kind(self):
        first = ["cardon", "run", "t.yaml", "--out", "o"]
        cases = {"WaveToy.width=0.4": ["WaveToy.width=0.4"], "grid.points=[16,12,10]": ["grid.points=[16,12,10]"],
                 "time.stop.iterations=4": ["time.stop.iterations=4"], "output.scalars.every=1": ["output.scalars.every=1"],
                 "--strict": ["--strict"]}
        for shown, words in cases.items():
            with self.subTest(words=words):
                code = self.launch(first, [*first, *words])
                self.assert_refused(code, 2, "run/ranks-differ", "rank 1 on ", "rank 0: t.yaml --out o", shown)

    def test_another_file_or_folder(self):
        shutil.copy(self.folder / "t.yaml", self.folder / "u.yaml")
        code = self.launch(["cardon", "run", "t.yaml", "--out", "o"], ["cardon", "run", "u.yaml", "--out", "o"])
        self.assert_refused(code, 2, "run/ranks-differ", "rank 0: t.yaml", "rank 1: u.yaml")
        code = self.launch(["cardon", "run", "t.yaml", "--out", "o"], ["cardon", "run", "t.yaml", "--out", "p"])
        self.assert_refused(code, 2, "run/ranks-differ", "rank 0: t.yaml --out o", "rank 1: t.yaml --out p")
        self.assertFalse((self.folder / "p").exists())

    def test_an_option_that_is_none_on_one_rank(self):
        code = self.launch(["cardon", "run", "t.yaml", "--out", "o"], ["cardon", "run", "t.yaml", "--oout", "o"])
        self.assertNotEqual(code, 0, self.said)
        self.assertIn("rank 1: error: cardon run has no option --oout", self.err)


class OtherFiles(Starts):
    def folders(self, **files):
        """Folders a and b with these files, whose texts are pairs."""
        for n, name in enumerate("ab"):
            (self.folder / name).mkdir()
            for file, texts in files.items():
                (self.folder / name / file).write_text(texts[n])

    def launch_in_folders(self, *words):
        words = ["cardon", "run", "t.yaml", "--out", self.folder / "o", *words]
        return self.launch(*(["env", "-C", self.folder / name, *words] for name in "ab"))

    def test_parameter_files_of_other_ranks_are_not_read(self):
        self.folders(**{"t.yaml": (json.dumps(CONFIG), "nonsense: [")})
        self.assertEqual(self.launch_in_folders(), 0, self.said)
        self.assertEqual(self.run_folder().checksums, self.checksums_of())

    def test_another_machine_file(self):
        self.folders(**{"t.yaml": (json.dumps(SITES), ""), "two.yaml": (MACHINE % "10 ms", MACHINE % "20 ms")})
        code = self.launch_in_folders()
        self.assert_refused(code, 4, "run/ranks-differ", "rank 1 on ", "another value of machine", "t.yaml:", "20 ms")

    def test_a_machine_file_that_only_one_host_has(self):
        self.folders(**{"t.yaml": (json.dumps(SITES), ""), "two.yaml": (MACHINE % "10 ms", "")})
        (self.folder / "b/two.yaml").rename(self.folder / "b/other.yaml")
        code = self.launch_in_folders()
        self.assert_refused(code, 2, "machine/file", "there is no machine file two", "on rank 1, host ")

    def other_thorn(self):
        self.folders(**{"t.yaml": (json.dumps(CONFIG), "")})
        module = next(cardon_run.BINARY.parents[1].glob("lib/cardon/thorns/**/WaveToy.so"))
        for name, end in (("a", b""), ("b", b"another build")):
            (self.folder / name / "mine").mkdir()
            (self.folder / name / "mine/WaveToy.so").write_bytes(module.read_bytes() + end)

    def test_another_build_of_a_thorn(self):
        self.other_thorn()
        code = self.launch_in_folders("--thorn-path", "mine")
        self.assert_refused(code, 4, "run/mixed-ranks", "rank 1 on ", "another build", "rank 1: WaveToy ")

    def test_other_builds_where_they_are_allowed(self):
        self.other_thorn()
        self.assertEqual(self.launch_in_folders("--thorn-path", "mine", "transport.mixed_ranks=always"), 0, self.said)
        self.assertIn("[run/mixed-ranks]", (self.folder / "o/warnings.txt").read_text())
        provenance = json.loads((self.folder / "o/provenance.json").read_text())
        self.assertEqual(provenance["other_modules"][0]["ranks"], "1")

    def test_a_library_that_rounds_otherwise(self):
        plain = "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-FMA4_Usable,-AVX2,-FMA,-FMA4"
        words = ["cardon", "run", "t.yaml", "--out", "o"]
        code = self.launch(words, ["env", plain, *words])
        if code == 0 and " fma " not in Path("/proc/cpuinfo").read_text():
            self.skipTest("the C library has no other versions of exp for this processor")
        self.assert_refused(code, 4, "run/mixed-ranks", "other mathematical functions")


class ChangingFiles(Starts):
    def test_a_file_that_is_saved_while_ranks_start(self):
        late = self.folder / "late.sh"
        late.write_text("#!/bin/sh\nsleep 0.4\nsed -i 's/0[.]3/0.4/' t.yaml\nexec \"$@\"\n")
        late.chmod(0o755)
        words = ["cardon", "run", "t.yaml", "--out", "o"]
        self.assertEqual(self.launch(words, ["./late.sh", *words]), 0, self.said)
        archived = json.loads((self.folder / "o/parfile.yaml").read_text())["WaveToy"]["width"]
        self.assertEqual(self.run_folder().checksums, self.checksums_of(f"WaveToy.width={archived}"))

    def test_a_pipe_is_read_once_and_archived(self):
        text = (self.folder / "t.yaml").read_text()
        for launch in (lambda: self.alone("run", "/dev/stdin", "--out", "o", stdin=text),
                       lambda: self.launch(*2 * [["cardon", "run", "/dev/stdin", "--out", "o"]], stdin=text)):
            self.assertEqual(launch(), 0, self.said)
            self.assertEqual((self.folder / "o/parfile.yaml").read_text(), text)
            self.assertEqual(self.run_folder().checksums, self.checksums_of())
            shutil.rmtree(self.folder / "o")

    def test_a_restart_reads_once_as_well(self):
        text = json.dumps({**CONFIG, "checkpoint": {"every": 4}})
        self.assertEqual(self.alone("run", "/dev/stdin", "--out", "first", stdin=text), 0, self.said)
        shutil.rmtree(self.folder / "o", ignore_errors=True)
        code = self.launch(*2 * [["cardon", "run", "/dev/stdin", "--restart", "first", "--out", "o", "time.stop.iterations=12"]],
                           stdin=text)
        self.assertEqual(code, 0, self.said)
        self.assertEqual((self.folder / "o/parfile.yaml").read_text(), text)
        self.assertEqual(self.run_folder().checksums, self.checksums_of("time.stop.iterations=12"))


class Launchers(Starts):
    def test_verbs_that_need_one_process_speak_once_and_show_the_ranks_of_the_launcher(self):
        text = (self.folder / "t.yaml").read_text()
        self.assertEqual(self.launch(*2 * [["cardon", "check", "/dev/stdin"]], stdin=text), 0, self.said)
        self.assertEqual(self.said.count("ready to run"), 1, self.said)
        self.assertIn("Decomposition for 2 ranks", self.said)
        self.assertEqual(self.launch(*2 * [["cardon", "check", "t.yaml", "WaveToy.widht=1"]]), 2, self.said)
        self.assertEqual(self.err.count("error: "), 1, self.said)

    def test_a_variable_alone_is_no_launcher(self):
        for variable in ("PMI_RANK", "PMIX_RANK"):
            self.assertEqual(self.alone("run", "nosuch.yaml", environment={variable: "1"}), 2, self.said)
            self.assertIn("error: cannot read the parameter file nosuch.yaml", self.err)
            self.assertNotIn("rank 1", self.err)
            code = self.alone("run", "t.yaml", "--retries", "1", "--quiet", "--out", f"o{variable}", environment={variable: "0"})
            self.assertEqual(code, 0, self.said)

    def test_a_descriptor_that_is_closed_is_no_launcher(self):
        stale = {"PMI_RANK": "1", "PMI_SIZE": "2", "PMI_FD": "77"}
        self.assertEqual(self.alone("run", "t.yaml", "--quiet", "--out", "o", environment=stale), 0, self.said)

    def test_a_launcher_of_another_library(self):
        other = {"PMI_RANK": "0", "PMI_SIZE": "2", "PMI_PORT": "localhost:1"}
        code = self.alone("run", "t.yaml", "--out", "o", environment=other)
        self.assert_refused(code, 4, "run/launcher", "the launcher started 2 processes, but each of them runs as a single rank")


if __name__ == "__main__":
    unittest.main()
