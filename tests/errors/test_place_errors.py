#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mistakes in output.probes and output.spheres: all told at once, with their places, by `run` and `check` alike."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

HEAD = """\
thorns: [WaveToy]
grid: {points: [9, 8, 7], domain: [[-1, 1], [0, 1], [0, 1]], boundary: neumann}
time: {stop: {iterations: 2}}
output:
"""


class PlaceErrors(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def refused(self, output, *slugs, ranks=1, head=HEAD):
        """The report, which `check` gives too."""
        (self.folder / "case.yaml").write_text(head + output)
        run, check = (many_runs.call([verb, "case.yaml"], ranks=n, cwd=self.folder, over_mpi=True)
                      for verb, n in (("run", ranks), ("check", 1)))
        for result in (run, check):
            self.assertEqual(result.code, 2, result.report())
            errors = [line for line in result.err.splitlines() if line.startswith("error: ")]
            self.assertEqual([line.split()[-1].strip("[]") for line in errors], list(slugs), result.report())
        self.assertIn(check.err, run.err)
        self.assertFalse((self.folder / "runs").exists())
        return check.err

    def test_places_outside_of_the_domain(self):
        text = self.refused("  probes:\n"
                            "    points: {west: [-1, 0, 0], east: [1.5, 0.5, 0.5]}\n"
                            "    line: {from: [0, 0, 0], to: [0, 0, 1.2], count: 3}\n"
                            "  spheres: {radii: [0.3, 0.6], centre: [0, 0.5, 0.5], order: 3}\n",
                            "output/outside-domain", "output/outside-domain", "output/outside-domain", ranks=2)
        self.assertIn("error: probe east is outside the domain: x = 1.5 m", text)
        self.assertIn("--> case.yaml:6:38\n", text)
        self.assertIn("the domain reaches from -1 to 1 m in x", text)
        self.assertIn("error: the end of a line is outside the domain: z = 1.2 m", text)
        self.assertIn("--> case.yaml:7:33\n", text)
        self.assertIn("error: the sphere of radius 0.6 m is outside the domain: y = ", text)
        self.assertIn("--> case.yaml:8:20\n", text)

    def test_orders_that_are_not_there(self):
        text = self.refused("  probes: {points: [[0, 0, 0]], order: 6}\n"
                            "  spheres: {radii: [0.3], centre: [0, 0.5, 0.5], order: 0, angles: 4}\n",
                            "parameter/out-of-range", "parameter/out-of-range", "output/sphere-modes")
        for place in ("case.yaml:5:40", "case.yaml:6:57", "case.yaml:6:68"):
            self.assertIn(f"--> {place}\n", text)

    def test_a_grid_too_thin_for_the_order(self):
        text = self.refused("  probes: {points: [[0, 0, 0]], order: 5}\n", "output/thin-grid",
                            head=HEAD.replace("[9, 8, 7]", "[9, 5, 7]"))
        self.assertIn("interpolation of order 5 needs 6 points, but the grid has 5 in y", text)
        self.assertIn("use a lower order, or more points", text)

    def test_the_centre_had_another_spelling(self):
        text = self.refused("  spheres: {radii: [0.3], center: [0, 0.5, 0.5], l_max: 1, angles: 4}\n", "parameter/unknown", "output/outside-domain")
        self.assertIn("it is called centre now", text)

    def test_keys_that_are_not_there(self):
        text = self.refused("  probes: {point: [[0, 0, 0]]}\n  shperes: {radii: [0.3]}\n",
                            "parameter/unknown", "parameter/unknown", "output/no-points")
        self.assertIn("did you mean points?", text)
        self.assertIn("did you mean spheres?", text)

    def test_scalars_have_no_place(self):
        text = self.refused("  probes: {fields: [total_energy], points: [[0, 0, 0]]}\n", "output/scalar")
        self.assertIn("ask for it under output.scalars", text)


if __name__ == "__main__":
    unittest.main()
