#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon check` with numbers at the ends of their types, for every parameter that takes whole numbers: it ends with an
error or is ready to run, without a bug, a crash or much memory. The long version tries more values of each parameter. Runs take
results below the smallest normal number for 0 wherever they are computed."""
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from limited import call_shared as call  # noqa: E402

VALUES = ["0", "-1", "2147483647", "9223372036854775807", "1e300"]
# What is of the kind tree and may be a whole number.
TREES = ["driver.ghost_zones", "driver.blocks_per_rank", "emulated_compute.changes", "output.probes.points"]
CADENCES = ["output.scalars.every", "output.fields.every", "output.slices.every", "checkpoint.every", "tuning.every"]
SITES = {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}]}
WAVE = {"thorns": ["WaveToy", "GridDriver"], "machine": SITES, "grid": {"points": [64, 64, 64]},
        "time": {"stop": {"iterations": 3}},
        "output": {"scalars": {"every": 1}, "fields": {"every": 1}, "slices": {"every": 1}, "lines": {"every": 1},
                   "probes": {"points": {"a": [0.3, 0.4, 0.5]}}},
        "checkpoint": {"every": 2}}


class ExtremeValues(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(cardon_run.folder())
        cardon_run.write_parfile(cls.folder / "wave.yaml", WAVE)
        listed = call(["list", "parameters", "--json"], cls.folder)
        cls.parameters = [(p["parameter"].replace("::", "."), "list" in p["legal"]) for p in json.loads(listed.out)
                          if "integer" in p["legal"]]

    def check_all(self, cases):
        """All these lists of arguments."""
        for case in cases:
            result = call(["check", "wave.yaml", *case], self.folder, timeout=60, memory=2000)
            with self.subTest(" ".join(map(str, case))):
                self.assertIn(result.code, (0, 2), result.report()[-2000:])
                self.assertNotIn("bug in Cardon", result.err)
                if result.code == 2:
                    self.assertIn("error: ", result.err)

    def test_all_parameters_of_whole_numbers(self):
        self.assertGreater(len(self.parameters), 20)
        cases = []
        for name, is_list in self.parameters:
            for value in VALUES if cardon_run.LONG else VALUES[2:4]:
                cases.append([f"{name}=[{value}]" if is_list else f"{name}={value}"])
        self.check_all(cases)

    def test_trees_and_cadences(self):
        self.check_all([[f"{name}={value}"] for name in TREES + CADENCES for value in (VALUES if cardon_run.LONG else VALUES[2:4])])
        self.check_all([[f"driver.ghost_zones={depth}"] for depth in (4096, 1048576, "every 4096 steps")])

    def test_grids_and_ranks(self):
        big = 2147483647
        self.check_all([[f"grid.points=[{a}, {b}, {c}]"] for a, b, c in
                        ((big, big, big), (big, 1, 1), (64, 64, big), (65536, 65536, 1), (1, 1, 1))])
        self.check_all([[f"grid.points=[{big}]"], ["grid.points=[64, 64]", f"driver.topology=[{big}, {big}]"],
                        ["driver.topology=[65536, 65536, 1]"], ["driver.topology=[1, 1, 1]"]])
        self.check_all([["--ranks", ranks] for ranks in (0, -1, 1, 100000, big, big + 1)])
        self.check_all([[f"grid.domain=[[{a}, {b}]]", "grid.points=[8]"] for a, b in
                        ((0, 1e308), (-1e308, 1e308), (0, 5e-324), (1, 1.0000000000000002), (1e300, 1.1e300))])

    def largest_of(self, profile, arguments, how):
        """Of initial data that the formula gives."""
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "small.yaml", {
                "thorns": ["WaveMoL"], "grid": {"points": [16, 64]}, "time": {"stop": {"iterations": 1}, "integrator": "euler"},
                "WaveMoL": {"initial": "expression", "profile": profile},
                "output": {"scalars": {"every": 1, "fields": ["phi"], "reductions": ["linf"]}}})
            result = cardon_run.call(["run", file, "--out", folder / "out", *arguments], **how)
            self.assertEqual(result.code, 0, result.report())
            return cardon_run.RunFolder(folder / "out").scalars["phi.linf"][0]

    def test_denormals_are_zero(self):
        """1e-200 exp(-250) is denormal, 1e-200 exp(-230) is not."""
        for arguments, how in (([], {}), (["driver.threads=2"], {}), ([], {"ranks": 2, "threads": True}), ([], {"ranks": 2})):
            largest = [self.largest_of(f"1e-200*exp(0*x - {power})", arguments, how) for power in (230, 250)]
            with self.subTest(arguments=arguments, how=how):
                self.assertAlmostEqual(largest[0] * 1e300, 1e100 * math.exp(-230), delta=1e-10)
                self.assertEqual(largest[1], 0)


if __name__ == "__main__":
    unittest.main()
