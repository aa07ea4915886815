#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""AcousticWave where its coefficients vary: a speed with a known solution, thin layers at the limit of the step."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

SLOPE, SOURCE, PROBES, FREQUENCY = 0.8, 0.0, (0.5, -0.4), 4


def j0(square):
    """Bessel's function of the root of a small number."""
    term = total = 1.0
    for k in range(1, 12):
        term *= -square / 4 / k ** 2
        total += term
    return total


def exact(x, t):
    """Pressure of a source of strength 1 at SOURCE in the speed v = 1 + SLOPE x. With v = exp(SLOPE q), p = sqrt(v) u,
    the equation is u_tt = u_qq - (SLOPE/2)^2 u, whose waves of a point are J0(SLOPE/2 sqrt(t^2 - q^2)) / 2."""
    v, at_source = 1 + SLOPE * x, 1 + SLOPE * SOURCE
    way = abs(math.log(v / at_source)) / SLOPE
    n = 2000
    h = (t - way) / n
    if h <= 0:
        return 0
    total = 0
    for i in range(n + 1):
        tau = way + i * h
        a = (math.pi * FREQUENCY * (t - tau - 1.5 / FREQUENCY)) ** 2
        wavelet = (1 - 2 * a) * math.exp(-a)
        total += wavelet * j0((SLOPE / 2) ** 2 * (tau * tau - way * way)) * (0.5 if i in (0, n) else 1)
    return math.sqrt(v * at_source) / 2 * total * h


class Media(unittest.TestCase):
    def run_good(self, config):
        scratch = cardon_run.folder()
        folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = cardon_run.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT])
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(folder / "out")

    def error(self, intervals):
        """The greatest at the probes, against the greatest pressure there."""
        run = self.run_good({
            "thorns": ["AcousticWave"],
            "grid": {"points": [intervals + 1], "domain": [[-1, 2]], "boundary": {"dirichlet": "0"}},
            "time": {"courant": 0.5, "stop": {"time": 1.1}},
            "AcousticWave": {"velocity_from": "expression", "profile": f"1 + {SLOPE}*x", "max_speed": 1 + 2 * SLOPE,
                             "source_x": SOURCE, "frequency": FREQUENCY},
            "output": {"probes": {"fields": ["pressure"], "points": {f"p{i}": [x] for i, x in enumerate(PROBES)}}}})
        rows = (run.path / "probes.tsv").read_text().splitlines()[1:]
        table = [[float(word) for word in row.split("\t")] for row in rows][::intervals // 50]
        difference = height = 0
        for row in table:
            for x, found in zip(PROBES, row[2:]):
                p = exact(x, row[1])
                difference, height = max(difference, abs(found - p)), max(height, abs(p))
        return difference / height

    def test_the_wave_of_a_point_where_the_speed_grows_linearly(self):
        coarse, fine = self.error(300), self.error(600)
        self.assertLess(fine, 6e-4)
        self.assertAlmostEqual(math.log2(coarse / fine), 2, delta=0.3)

    def test_a_section_is_its_table(self):
        """Bilinear between the points of the table, so that the formula gives the same speeds."""
        rows = [f"{x} {d} {2 + x + 3 * d + 2 * x * d}" for x in (0, 0.3, 1) for d in (0, 0.55, 1)]
        scratch = cardon_run.folder()
        table = scratch.__enter__() / "section.txt"
        self.addCleanup(scratch.__exit__, None, None, None)
        table.write_text("\n".join(["x depth v", *rows]) + "\n")
        config = {
            "thorns": ["AcousticWave"], "grid": {"points": [25, 21], "boundary": "neumann"},
            "time": {"stop": {"iterations": 20}},
            "output": {"scalars": {"every": 20, "fields": ["velocity", "pressure"], "reductions": ["min", "max", "l2"]}}}
        section = self.run_good({**config, "AcousticWave": {"velocity_from": "section", "section": str(table)}}).scalars
        formula = {"velocity_from": "expression", "profile": "2 + x + 3*(1 - y) + 2*x*(1 - y)", "max_speed": 8}
        expected = self.run_good({**config, "AcousticWave": formula}).scalars
        for column, values in expected.items():
            for value, other in zip(values, section[column]):
                self.assertAlmostEqual(value, other, delta=1e-12 * max(1, abs(value)), msg=column)

    def test_thin_strong_layers_leave_the_greatest_stable_step(self):
        for points, reflection in ((5, 1e-4), (3, 1e-12)):
            width = points / 40
            run = self.run_good({
                "thorns": ["AcousticWave"], "grid": {"points": [41, 41], "boundary": "antireflecting"},
                "time": {"courant": 0.7, "stop": {"iterations": 600}},
                "AcousticWave": {"order": 2, "sponge_lower": [width, width, 0], "sponge_upper": [width, width, 0],
                                 "sponge_reflection": reflection},
                "output": {"scalars": {"every": 20, "fields": ["pressure"], "reductions": ["linf"]}}})
            heights = run.scalars["pressure.linf"]
            self.assertGreater(max(heights), 0.1)
            self.assertLess(heights[-1], 0.2 * max(heights))


if __name__ == "__main__":
    unittest.main()
