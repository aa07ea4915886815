#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The record run of the founding paper, simulated: the efficiencies it had, and those of a tuned run on its machines, of all
its steps and, in the long version, of a tenth of them; and decompositions and plans of much larger machines."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

PARFILES = cardon_run.SOURCE / "parfiles"


def simulate(case, *arguments, timeout=240):
    result = cardon_run.call(["simulate", PARFILES / f"record-run-{case}.yaml", "--json", *arguments], timeout=timeout)
    if result.code:
        sys.exit(result.report())
    return json.loads(result.out), result.seconds


class RecordRun(unittest.TestCase):
    def efficiency(self, case):
        return 100 * simulate(case)[0]["as_set"]["efficiency"]

    def test_plain(self):
        """The paper: 14 %."""
        self.assertAlmostEqual(self.efficiency("plain"), 14, delta=3)

    def test_ten_layers_and_compression(self):
        """The paper: 63.3 %."""
        self.assertAlmostEqual(self.efficiency("paper"), 63.3, delta=8)

    def test_1140_processors(self):
        """The paper: 88 %."""
        self.assertAlmostEqual(self.efficiency("1140"), 88, delta=8)

    def test_at_face_value(self):
        """Nothing fitted: the figures of flesh/doc/predicting.md."""
        for case, machine, ratio, expected, computing in (
                ("plain", "sc2001-face", 66, 41.0, 41.6), ("paper", "sc2001-face", 66, 88.6, 89.7),
                ("paper", "sc2001-face", 2.5, 49.1, 49.7), ("1140", "sc2001-1140-face", 66, 88.4, 88.4)):
            found, _ = simulate(case, "--machine", machine, "predict.steps=free", f"predict.ratio={ratio}")
            self.assertAlmostEqual(100 * found["as_set"]["efficiency"], expected, delta=0.1, msg=case)
            self.assertAlmostEqual(100 * found["as_set"]["t_comp_per_t_tot"], computing, delta=0.1, msg=case)

    def test_tuned(self):
        found, seconds = simulate("tuned")
        windows = found["windows"]
        self.assertLess(windows[0]["efficiency"], 0.7)
        self.assertGreaterEqual(windows[-1]["efficiency"], 0.95)
        print(f"tuned: {100 * windows[0]['efficiency']:.1f} % to {100 * windows[-1]['efficiency']:.1f} % in {seconds:.0f} s")

    @unittest.skipUnless(cardon_run.LONG, "CARDON_LONG_TESTS is not set")
    def test_moving_points_over_the_slow_link_does_not_pay_in_a_tenth_of_the_steps(self):
        short = simulate("tuned", "--steps", "5000")[0]["windows"]
        self.assertGreaterEqual(short[-1]["efficiency"], 0.9)
        self.assertLess(max(window["change_seconds"] for window in short), 100)


class ManySites(unittest.TestCase):
    def test_ten_thousand_ranks(self):
        """100 sites of 100 ranks: neither decomposition nor plans take long or much memory."""
        before = cardon_run.processor_seconds()
        found = self.sites(100)
        self.assertLess(cardon_run.processor_seconds() - before, 10)
        self.assertLess(found["process_bytes"], 1e9)

    def sites(self, ranks):
        names = [f"s{n}" for n in range(100)]
        config = {"thorns": ["WaveToy", "GridDriver"],
                  "grid": {"points": [100, 100, 100 * 40], "boundary": "neumann"}, "time": {"stop": {"iterations": 100}},
                  "machine": {"sites": [{"name": name, "ranks": ranks} for name in names], "axis": "z",
                              "links": [{"between": [a, b], "latency": "20 ms", "bandwidth": "100 MB/s"}
                                        for a, b in zip(names, names[1:])]},
                  "driver": {"ghost_zones": 2, "compression": "none"}, "tuning": {"tuner": "none"}}
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", config)
            result = cardon_run.call(["simulate", "case.yaml", "--json", "--speed", "1e6"], cwd=folder, timeout=240)
            self.assertEqual(result.code, 0, result.report())
            return json.loads(result.out)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "--sizes":      # a table, by hand
        for count in (100, 1000):
            figures = ManySites().sites(count)
            print(f"{100 * count} ranks: decomposition {figures['decomposition_seconds']:.2f} s, plans "
                  f"{figures['plan_seconds']:.2f} s, walk {figures['walk_seconds']:.2f} s, "
                  f"{figures['process_bytes'] / 1e6:.0f} MB")
    else:
        unittest.main()
