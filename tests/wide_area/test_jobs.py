#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Open MPI jobs over two sites with stock settings."""
import wan
from wan import WanTest, cardon_run

WAVE = {"title": "A wave over two sites", "thorns": ["WaveToy"],
        "grid": {"points": [40, 24, 24], "domain": [[-1, 1]] * 3, "boundary": "periodic"},
        "time": {"stop": {"iterations": 30}, "courant": 0.3}, "WaveToy": {"width": 0.3}}


class Jobs(WanTest):
    def setUp(self):
        super().setUp()
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def test_ranks_run_on_all_sites(self):
        lines = self.do("run", "2", "sh", "-c", "echo $OMPI_COMM_WORLD_RANK $(hostname)").splitlines()
        self.assertEqual(sorted(lines), ["0 siteA", "1 siteA", "2 siteB", "3 siteB"])

    def test_a_wave_over_two_sites_has_the_bits_of_one_rank(self):
        file = cardon_run.write_parfile(self.folder / "wave.yaml", WAVE)
        alone = cardon_run.call(["run", file, "--out", self.folder / "alone"])
        self.assertEqual(alone.code, 0, alone.report())
        self.do("run", "1", cardon_run.BINARY, "run", file, "--out", self.folder / "two", timeout=100)
        here, there = (cardon_run.RunFolder(self.folder / name) for name in ("alone", "two"))
        self.assertEqual(here.checksums, there.checksums)
        self.assertEqual(there.summary["ranks"], 2)
        carried = self.do("status")
        print(carried)
        # 30 exchanges of at least two faces of 24 x 24 doubles in each direction
        self.assertGreater(int(carried.split(" bytes")[0].split()[-1]), 30 * 2 * 24 * 24 * 8)


if __name__ == "__main__":
    wan.main()
