#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TensorHeat: each component diffuses as Diffusion's temperature does, to the bit, on any number of ranks."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

CONFIG = {"grid": {"points": [16, 12, 20], "boundary": "periodic"}, "time": {"stop": {"iterations": 12}, "courant": 0.8},
          "TensorHeat": {"width": 0.3}, "Diffusion": {"width": 0.3}}


class TensorHeatTest(unittest.TestCase):
    def checksums(self, ranks):
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", dict(CONFIG, thorns=["TensorHeat", "Diffusion"]))
            result = cardon_run.call(["run", file.name, "--out", "out", "--quiet", cardon_run.NO_CHECKPOINT], ranks=ranks, cwd=folder)
            self.assertEqual(result.code, 0, result.report())
            return cardon_run.RunFolder(folder / "out").summary["checksums"]

    def test_diffuses(self):
        sums = self.checksums(1)
        self.assertEqual(sums["TensorHeat::g_xx"], sums["Diffusion::u"])
        components = [sums[f"TensorHeat::g_{c}"] for c in ("xx", "xy", "xz", "yy", "yz", "zz")]
        self.assertEqual(len(set(components)), 6)
        self.assertEqual(self.checksums(2), sums)


if __name__ == "__main__":
    unittest.main()
