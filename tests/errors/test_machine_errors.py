#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mistakes in the section machine: slug, place and remedy."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

HEAD = """\
thorns: [WaveToy, GridDriver]
grid: {points: [9, 8], boundary: periodic}
"""
PAIR = "sites: [{name: a, ranks: 1}, {name: b, ranks: 1}]"


class MachineErrors(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def refused(self, machine, *slugs, verb="check", arguments=(), ranks=1, head=HEAD):
        (self.folder / "case.yaml").write_text(head + machine + "\n")
        start = cardon_run.call if ranks > 1 else many_runs.call
        result = start([verb, "case.yaml", *arguments], ranks=ranks, cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        errors = [line for line in result.err.splitlines() if line.startswith("error: ")]
        self.assertEqual([line.split()[-1].strip("[]") for line in errors], list(slugs), result.report())
        self.assertFalse((self.folder / "runs").exists())
        return result.err

    def test_mistakes_are_reported_together_with_their_places(self):
        text = self.refused("machine:\n  sites: [{name: a, rank: 1}, {name: b, ranks: 0}]\n  axsi: x\n  emulate: on",
                            "parameter/unknown", "parameter/unknown", "parameter/out-of-range",
                            "parameter/wrong-type")
        for place, hint in (("case.yaml:5:3", "did you mean axis?"), ("case.yaml:4:21", "did you mean ranks?"),
                            ("case.yaml:4:48", ""), ("case.yaml:6:12", "write true")):
            self.assertIn(f"--> {place}\n", text)
            self.assertIn(hint, text)

    def test_only_the_grid_driver_knows_sites(self):
        text = self.refused("machine: two-sites", "machine/needs-grid-driver", head="thorns: [WaveToy]\n")
        self.assertIn("--> case.yaml:2:1\n", text)
        self.assertIn("help: add GridDriver to thorns:", text)

    def test_only_the_grid_driver_emulates_the_speed_of_ranks(self):
        text = self.refused("emulated_compute: {per_point: 80 ns}", "driver/no-emulated-compute", head="thorns: [WaveToy]\n")
        self.assertIn("--> case.yaml:2:31\n", text)
        self.assertIn("help: add GridDriver to thorns:, or remove emulated_compute:", text)

    def test_the_old_name_of_emulated_compute_is_answered_with_the_new_one(self):
        text = self.refused("driver: {padded_compute: 80 ns}", "parameter/unknown")
        self.assertIn("it is called emulated_compute.per_point now", text)

    def test_the_number_of_ranks_must_be_that_of_the_sites(self):
        for verb, arguments, ranks, number in (("run", (), 1, "is 1"), ("run", (), 3, "are 3"),
                                               ("check", ("--ranks", "5"), 1, "are 5")):
            text = self.refused(f"machine: {{{PAIR}}}", "machine/ranks", verb=verb, arguments=arguments, ranks=ranks)
            self.assertIn(f"the sites have 2 ranks, but there {number}", text)
            self.assertIn("--> case.yaml:3:1\n", text)
            self.assertIn("start 2 ranks", text)

    def test_hosts_that_are_not_there(self):
        text = self.refused("machine: {sites: [{name: a, hosts: nowhere-*}]}", "machine/hosts", verb="run", ranks=2)
        self.assertIn("belongs to no site", text)
        self.assertIn("site a has hosts: nowhere-*", text)

    def test_an_axis_that_the_grid_has_not(self):
        self.assertIn("machine.axis is z, but the grid has 2 directions",
                      self.refused(f"machine: {{{PAIR}, axis: z}}", "machine/axis"))

    def test_a_file_that_is_not_there(self):
        text = self.refused("machine: two-sties", "machine/file")
        self.assertIn("--> case.yaml:3:10\n", text)
        self.assertIn("did you mean two-sites?", text)
        self.assertIn("tried two-sties.yaml", text)

    def test_a_mistake_in_a_machine_file_has_its_place_there(self):
        (self.folder / "mine.yaml").write_text(f"{PAIR}\nlinks: [{{between: [a, c]}}]\n")
        text = self.refused("machine: mine", "machine/link")
        self.assertIn("there is no site c", text)
        self.assertRegex(text, r"--> .*mine.yaml:2:23\n")

    def test_emulation_without_figures(self):
        self.refused(f"machine: {{{PAIR}, emulate: true}}", "machine/emulate")
        self.refused("machine: {emulate: true}", "machine/emulate")

    def test_changes_of_links_that_are_not_there(self):
        links = "links: [{between: [a, b], latency: 1 ms, bandwidth: 1 MB/s}]"
        text = self.refused(f"machine:\n  {PAIR}\n  {links}\n  emulate:\n"
                            "    changes: [{after: soon, link: a-c, latency: 1 ms}]",
                            "parameter/wrong-type", "machine/emulate")
        self.assertIn("there is no link a-c", text)
        self.assertIn("links are: a-b", text)
        self.assertIn("--> case.yaml:7:35\n", text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
