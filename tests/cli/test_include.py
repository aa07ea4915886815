#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`include:` of parameter files: the same run as with one file; errors name the included file; what was read is archived."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

BASE = """\
thorns: [WaveToy]
grid: {points: [9, 8, 7], boundary: periodic}
WaveToy: {initial: gaussian, width: 0.1}
output:
  scalars: {every: 1, fields: [phi], reductions: [max]}
checkpoint: {every: 2}
"""
MAIN = """\
include: parts/base.yaml
title: Included
time: {stop: {iterations: 4}}
WaveToy: {width: 0.2}
"""


class Include(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        (self.folder / "parts").mkdir()
        self.write("parts/base.yaml", BASE)
        self.write("main.yaml", MAIN)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def call(self, *arguments, code=0, **options):
        start = cardon_run.call if options else many_runs.call
        result = start(arguments, cwd=self.folder, **options)
        self.assertEqual(result.code, code, result.report())
        return result

    def run_to(self, out, *arguments, **options):
        self.call("run", *arguments, "--out", out, "--quiet", **options)
        return cardon_run.RunFolder(self.folder / out)

    def test_the_same_run_as_with_one_file_on_any_number_of_ranks(self):
        self.write("one.yaml", BASE.replace("0.1", "0.2") + "title: Included\ntime: {stop: {iterations: 4}}\n")
        one = self.run_to("one", "one.yaml")
        for out, options in (("a", {}), ("b", {"ranks": 2}), ("c", {"ranks": 2, "threads": True})):
            self.assertEqual(self.run_to(out, "main.yaml", **options).checksums, one.checksums, out)

    def test_later_files_and_arguments_win(self):
        for arguments, width in ((("parts/base.yaml",), "0.1"), (("main.yaml",), "0.2"),
                                 (("main.yaml", "parts/base.yaml"), "0.1"), (("main.yaml", "WaveToy.width=0.3"), "0.3")):
            said = self.call("describe", "WaveToy::width", *arguments).out
            self.assertRegex(said, rf"\b{width}\b", arguments)

    def test_what_was_read_is_archived_and_runs_again(self):
        run = self.run_to("a", "main.yaml")
        archived = (run.path / "parfile.yaml").read_text()
        self.assertEqual(archived, f"# file parts/base.yaml\n{BASE}# file main.yaml\n{MAIN}")
        (self.folder / "parts/base.yaml").unlink()
        self.assertEqual(self.run_to("b", run.path / "resolved.yaml").checksums, run.checksums)

    def test_restart(self):
        whole = self.run_to("whole", "main.yaml", "time.stop.iterations=6")
        self.run_to("first", "main.yaml")
        self.assertEqual(self.run_to("second", "main.yaml", "time.stop.iterations=6", "--restart", "first").checksums,
                         whole.checksums)

    def test_errors_name_the_included_file(self):
        self.write("parts/base.yaml", BASE.replace("width: 0.1", "widht: 0.1"))
        self.write("main.yaml", MAIN + "grdi: 1\n")
        said = self.call("check", "main.yaml", code=2).err
        self.assertIn("--> parts/base.yaml:3:30", said)
        self.assertIn("did you mean width?", said)
        self.assertIn("--> main.yaml:5:1", said)
        self.assertIn("2 errors", said)

    def test_files_that_are_not_there(self):
        self.write("main.yaml", "title: x\ninclude: [parts/base.yaml, gone.yaml]\n")
        said = self.call("run", "main.yaml", code=2, ranks=2).err
        self.assertIn("cannot read the parameter file gone.yaml", said)
        self.assertIn("--> main.yaml:2:28", said)
        self.assertEqual(said.count("[parameter/file]"), 1)

    def test_circles(self):
        self.write("parts/base.yaml", "include: ../main.yaml\n")
        self.assertIn("[parameter/include]", self.call("check", "main.yaml", code=2).err)

    def test_only_in_files(self):
        self.assertIn("include belongs in a parameter file",
                      self.call("check", "main.yaml", "include=parts/base.yaml", code=2).err)
        self.write("main.yaml", MAIN.replace("include", "inlcude"))
        self.assertIn("did you mean include?", self.call("check", "main.yaml", code=2).err)


if __name__ == "__main__":
    unittest.main()
