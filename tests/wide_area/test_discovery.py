#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sites that nobody described: found by host names and latency over a real network, measured, written and used."""
import json

import wan
from wan import WanTest, cardon_run

CONFIG = {"title": "Found sites", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [24, 24, 40], "boundary": "periodic"}, "time": {"stop": {"iterations": 4}},
          "tuning": {"tuner": "none"}}


class DiscoveryTest(WanTest):
    def setUp(self):
        super().setUp()
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def probe(self, *options):
        return self.do("run", "2", cardon_run.BINARY, "probe", *options)

    def sites_of_ranks(self, name, machine=None):
        config = dict(CONFIG, **({"machine": machine} if machine else {}))
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        self.do("run", "2", cardon_run.BINARY, "run", file, "--out", self.folder / name, cardon_run.NO_CHECKPOINT)
        return [rank["site"] for rank in cardon_run.RunFolder(self.folder / name).summary["per_rank"]]


class Measures(DiscoveryTest):
    def test_probe_measures_the_link(self):
        found = json.loads(self.probe("--json"))
        self.assertEqual([(site["ranks"], site["hosts"]) for site in found["sites"]],
                         [([0, 1], ["siteA"]), ([2, 3], ["siteB"])])
        self.assertEqual(found["known_from"], "latency, threshold 1 ms")
        (link,) = found["between_sites"]
        print(link)
        self.assertEqual(link["between"], ["a", "b"])
        self.assertAlmostEqual(link["latency_seconds"], 0.037, delta=0.001)
        # 24 Mbit/s less headers, for 1448 bytes in 1500
        self.assertAlmostEqual(link["bytes_per_second"], 2.896e6, delta=0.3e6)
        self.assertEqual([pair["between"] for pair in found["between_ranks"]], [[0, 1], [2, 3]])


class Discovery(DiscoveryTest):
    def test_a_threshold_beyond_the_latency_makes_one_site(self):
        found = json.loads(self.probe("--json", "--threshold", "100ms"))
        self.assertEqual([site["hosts"] for site in found["sites"]], [["siteA", "siteB"]])

    def test_runs_find_sites_or_read_what_probe_wrote(self):
        two = ["a", "a", "b", "b"]
        self.assertEqual(self.sites_of_ranks("found"), two)
        self.assertEqual(self.sites_of_ranks("near", {"threshold": "100 ms"}), ["a"] * 4)
        self.probe("--write", self.folder / "pair.yaml")
        self.assertEqual(self.sites_of_ranks("read", "pair"), two)
        sums = {name: cardon_run.RunFolder(self.folder / name).checksums for name in ("found", "near", "read")}
        self.assertEqual(sums["found"], sums["near"])
        self.assertEqual(sums["found"], sums["read"])


if __name__ == "__main__":
    wan.main()
