#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mistakes in parameter files and on the command line: place, caret, hint, exit code 2, and nothing written."""
import sys
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

GOOD = """\
title: Pulse
thorns: [WaveToy]
grid: {points: [13, 12, 11], boundary: periodic}
time: {stop: {iterations: 2}}
WaveToy: {width: 0.2}
output:
  scalars: {fields: [phi]}
"""

# Each mistake is marked by what the caret must point at.
SIX_MISTAKES = """\
title: Everything wrong
thorns: [WaveToy]
grid: {points: [33, 33, many]}
WaveToy:
  spede: 2.0
  width: -0.1
  initial: gausian
  order: 2
  order: 4
Diffusion: {diffusivity: 1}
"""


class InputErrors(unittest.TestCase):
    def setUp(self):
        self.scratch = cardon_run.folder()
        self.folder = self.scratch.__enter__()
        self.addCleanup(self.scratch.__exit__, None, None, None)

    def run_text(self, text, *arguments, ranks=1, verb="run"):
        file = self.folder / "case.yaml"
        file.write_text(text)
        start = cardon_run.call if ranks > 1 else many_runs.call
        self.result = start([verb, file, *arguments], ranks=ranks, cwd=self.folder)
        return self.result

    def files(self):
        return sorted(p.name for p in self.folder.iterdir())

    def assert_refused(self, *slugs):
        """Exit code 2, these slugs in this order and no others, and no file besides the parameter file."""
        result = self.result
        self.assertEqual(result.code, 2, result.report())
        errors = [line for line in result.err.splitlines() if line.startswith("error: ")]
        self.assertEqual([line.split()[-1].strip("[]") for line in errors], list(slugs), result.report())
        total = len(slugs)
        self.assertIn(f"{total} error{'' if total == 1 else 's'}; nothing was run.", result.err, result.report())
        self.assertEqual(self.files(), ["case.yaml"], "a refused run must not write")

    def assert_caret(self, text, words, hint=""):
        """The place, the line and a caret of the right length below the words."""
        lines = text.splitlines()
        number = next(n for n, line in enumerate(lines, 1) if words in line)
        column = lines[number - 1].index(words)
        report = self.result.err.splitlines()
        place = f"case.yaml:{number}:{column + 1}"
        at = next((n for n, line in enumerate(report) if line.endswith(place)), None)
        self.assertIsNotNone(at, f"{place} is not named\n" + self.result.report())
        gutter, shown = report[at + 1].split("| ", 1)
        self.assertEqual(gutter.strip(), str(number))
        self.assertEqual(shown, lines[number - 1])
        marks = report[at + 2].split("| ", 1)[1]
        self.assertEqual(marks.strip(), "^" * len(words) + (" " + hint if hint else ""), self.result.report())
        self.assertEqual(report[at + 2].index("^") - report[at + 1].index("|"), column + 2)

    def test_the_good_file_runs(self):
        result = self.run_text(GOOD, "--out", "out")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("out", self.files())

    def test_six_mistakes_are_reported_at_once(self):
        self.run_text(SIX_MISTAKES)
        self.assert_refused("parameter/wrong-type", "parameter/unknown", "parameter/out-of-range",
                            "parameter/not-a-choice", "parameter/duplicate", "parameter/thorn-not-active")
        self.assert_caret(SIX_MISTAKES, "many", "this is not a number")
        self.assert_caret(SIX_MISTAKES, "spede", "did you mean speed?")
        self.assert_caret(SIX_MISTAKES, "-0.1", "must be above 0 m")
        self.assert_caret(SIX_MISTAKES, "gausian", "did you mean gaussian?")
        self.assertIn("case.yaml:9:3", self.result.err)

    def test_check_reports_the_same(self):
        run = self.run_text(SIX_MISTAKES).err
        self.assertEqual(self.run_text(SIX_MISTAKES, verb="check").err, run)
        self.assertEqual(self.result.code, 2)

    def test_one_report_for_all_ranks(self):
        alone = self.run_text(SIX_MISTAKES).err
        result = self.run_text(SIX_MISTAKES, ranks=2)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("error: "), 6, result.report())
        self.assertIn(alone, result.err)

    def test_the_report_is_not_lost_when_rank_0_is_late(self):
        late = self.folder / "late.sh"
        late.write_text(f'#!/bin/sh\n[ "${{PMIX_RANK:-$PMI_RANK}}" = 0 ] && sleep 1\nexec {cardon_run.BINARY} "$@"\n')
        late.chmod(0o755)
        with unittest.mock.patch.object(cardon_run, "BINARY", late):
            result = self.run_text(SIX_MISTAKES, ranks=3)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("error: "), 6, result.report())

    def test_unknown_thorn(self):
        text = GOOD.replace("[WaveToy]", "[WaveToi]").replace("WaveToy:", "WaveToi:")
        result = self.run_text(text)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("there is no thorn WaveToi"), 1, "told once\n" + result.report())
        self.assert_caret(text, "WaveToi", "did you mean WaveToy?")

    def test_unknown_override(self):
        self.run_text(GOOD, "WaveToy.spede=2")
        self.assert_refused("parameter/unknown")
        self.assertIn("--> command line", self.result.err)
        self.assertIn("did you mean speed?", self.result.err)

    def test_override_without_value(self):
        self.run_text(GOOD, "WaveToy.speed")
        self.assertEqual(self.result.code, 2, self.result.report())
        self.assertIn("WaveToy.speed", self.result.err)
        self.assertEqual(self.files(), ["case.yaml"])

    def test_bad_boundary(self):
        text = GOOD.replace("periodic", "radiatve")
        self.run_text(text)
        self.assert_refused("grid/boundary")
        self.assert_caret(text, "radiatve", "did you mean radiative?")
        self.assertIn("boundaries are: periodic, ", self.result.err)

    def test_half_periodic_direction(self):
        text = GOOD.replace("periodic", "[[periodic, neumann], periodic, periodic]")
        self.run_text(text)
        self.assert_refused("grid/boundary")
        self.assert_caret(text, "[periodic, neumann]")

    def test_boundary_per_direction(self):
        self.run_text(GOOD.replace("periodic", "[periodic, periodic]"))
        self.assert_refused("grid/boundary")
        self.assertIn("grid.boundary has 2 directions, but the grid has 3", self.result.err)

    def test_formula_with_a_mistake(self):
        text = GOOD.replace("periodic", "{dirichlet: \"sin(x +\"}")
        result = self.run_text(text)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("[parameter/expression]"), 1, "told once\n" + result.report())
        self.assertIn("case.yaml:3:", result.err)

    def test_unknown_field_in_output(self):
        text = GOOD.replace("[phi]", "[phy]")
        self.run_text(text)
        self.assert_refused("output/unknown-field")
        self.assertIn("did you mean phi?", self.result.err)

    def test_field_in_output_that_no_task_writes(self):
        text = GOOD.replace("WaveToy]", "Diffusion]").replace("WaveToy: {width: 0.2}\n", "").replace("[phi]", "[kappa]")
        self.run_text(text)
        self.assert_refused("output/never-written")
        self.assertIn("case.yaml:6:", self.result.err)
        self.run_text(text.replace("output:", "Diffusion: {medium: variable}\noutput:"))
        self.assertEqual(self.result.code, 0, self.result.report())

    def test_unknown_output(self):
        text = GOOD.replace("scalars:", "scalers:")
        self.run_text(text)
        self.assertEqual(self.result.code, 2, self.result.report())
        self.assertIn("did you mean scalars?", self.result.err)

    def test_unknown_integrator(self):
        text = GOOD.replace("time: {", "time: {integrator: rk5, ").replace("WaveToy", "WaveMoL")
        result = self.run_text(text)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("rk5", result.err)
        self.assertIn("rk4", result.err)

    def test_not_yaml(self):
        result = self.run_text("title: [unfinished\nthorns: [WaveToy\n")
        self.assertEqual(result.code, 2, result.report())
        self.assertRegex(result.err, r"case\.yaml:\d+:\d+")

    def test_missing_file(self):
        result = many_runs.call(["run", "nowhere.yaml"], cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("nowhere.yaml", result.err)
        self.assertEqual(self.files(), [])

    def test_names_that_no_file_can_have(self):
        (self.folder / "a").symlink_to("b")
        (self.folder / "b").symlink_to("a")
        for name, reason in (("a", "Too many levels of symbolic links"), ("x" * 300, "File name too long")):
            result = many_runs.call(["run", name], cwd=self.folder)
            self.assertEqual(result.code, 2, result.report())
            self.assertIn("[parameter/file]", result.err, result.report())
            self.assertIn(reason, result.err, result.report())

    def test_not_utf8(self):
        (self.folder / "case.yaml").write_bytes(b"title: Sto\xdf\n" + GOOD.split("\n", 1)[1].encode())
        result = many_runs.call(["check", "case.yaml"], cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[parameter/syntax]", result.err)
        self.assertIn("case.yaml:1:11", result.err)

    def test_a_name_that_is_not_utf8(self):
        file = self.folder / "Sto\udcdf.yaml"           # the byte 0xdf
        file.write_text(GOOD + "checkpoint: {every: 1}\n")
        result = many_runs.call(["run", file, "--out", "out", "--quiet"], cwd=self.folder)
        self.assertEqual(result.code, 0)
        self.assertTrue((self.folder / "out/summary.json").exists())

    def test_too_many_ranks_for_the_topology(self):
        text = GOOD + "driver: {topology: [3, 1, 1]}\n"
        result = self.run_text(text, ranks=2)
        self.assertEqual(result.code, 2, result.report())
        self.assertEqual(result.err.count("[driver/topology]"), 1, result.report())
        self.assertEqual(self.files(), ["case.yaml"])

    def test_too_few_ghost_zones(self):
        text = GOOD.replace("{width: 0.2}", "{width: 0.2, order: 4}") + "driver: {ghost_zones: 1}\n"
        self.run_text(text)
        self.assert_refused("grid/ghost-zones")
        self.assertIn("case.yaml:8:23", self.result.err)

    def test_unknown_verb(self):
        result = cardon_run.call(["rnu", "case.yaml"], cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("did you mean run?", result.err)

    def test_unknown_option(self):
        result = self.run_text(GOOD, "--ouut", "x")
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("--ouut", result.err)
        self.assertEqual(self.files(), ["case.yaml"])


class UsedFolder(unittest.TestCase):
    """A folder that holds a run is never written to again, with any number of ranks."""

    def test_second_run_is_refused(self):
        with cardon_run.folder() as folder:
            (folder / "case.yaml").write_text(GOOD)
            first = many_runs.call(["run", "case.yaml", "--out", "out"], cwd=folder)
            self.assertEqual(first.code, 0, first.report())
            before = {p.name: p.read_bytes() for p in (folder / "out").iterdir() if p.is_file()}
            for ranks in (1, 2):
                result = cardon_run.call(["run", "case.yaml", "--out", "out"], ranks=ranks, cwd=folder)
                self.assertEqual(result.code, 2, result.report())
                self.assertEqual(result.err.count("[run/folder-in-use]"), 1, result.report())
            self.assertEqual({p.name: p.read_bytes() for p in (folder / "out").iterdir() if p.is_file()}, before)

    def test_folder_that_cannot_be_made(self):
        with cardon_run.folder() as folder:
            (folder / "case.yaml").write_text(GOOD)
            (folder / "file").write_text("")
            for ranks in (1, 2):
                result = cardon_run.call(["run", "case.yaml", "--out", "file/out"], ranks=ranks, cwd=folder)
                self.assertEqual(result.code, 4, result.report())
                self.assertIn("[environment/folder]", result.err, result.report())

    def test_folder_whose_name_cannot_be(self):
        with cardon_run.folder() as folder:
            (folder / "case.yaml").write_text(GOOD)
            (folder / "a").symlink_to("b")
            (folder / "b").symlink_to("a")
            for ranks, name in ((1, "a"), (2, "a"), (1, "x" * 300)):
                result = cardon_run.call(["run", "case.yaml", "--out", name], ranks=ranks, cwd=folder)
                self.assertEqual(result.code, 4, result.report())
                self.assertIn("[environment/folder]", result.err, result.report())


if __name__ == "__main__":
    unittest.main()
