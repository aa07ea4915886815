#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What check and run say of sites, links between them and the work of ranks."""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

FACE = 12 * 10  # points across which the sites of CONFIG are joined
CONFIG = {"title": "Sites", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [12, 10, 48], "boundary": "periodic"},
          "time": {"stop": {"iterations": 8}}, "WaveToy": {"width": 0.3},
          "driver": {"calibration": "never"}, "tuning": {"tuner": "none"}}


def machine(sites, latency="1 ms"):
    """That many sites of one rank in a row, with emulated links between neighbours."""
    names = "abc"[:sites]
    links = [{"between": list(pair), "latency": latency, "bandwidth": "1 GB/s"} for pair in zip(names, names[1:])]
    return {"sites": [{"name": name, "ranks": 1} for name in names], "links": links, "emulate": True}


class SitesTest(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, verb, config, *arguments, ranks=1):
        file = cardon_run.write_parfile(self.folder / "case.yaml", config)
        result = many_runs.call([verb, file.name, *arguments], ranks=ranks, cwd=self.folder, over_mpi=ranks > 2)
        self.assertEqual(result.code, 0, result.report())
        return result.out

    def run_sites(self, sites=2, latency="1 ms", **sections):
        """The screen and the run folder of a run on that many sites."""
        config = dict(CONFIG, machine=machine(sites, latency))
        for name, values in sections.items():
            config[name] = {**CONFIG.get(name, {}), **values}
        self.runs = getattr(self, "runs", 0) + 1
        text = self.call("run", config, "--out", f"out-{self.runs}", cardon_run.NO_CHECKPOINT, ranks=sites)
        return text, cardon_run.RunFolder(self.folder / f"out-{self.runs}")

    @staticmethod
    def links(run):
        return {link["name"]: link for link in run.summary["links"]}


class Summary(SitesTest):
    def test_points_of_ranks(self):
        _, run = self.run_sites(driver={"ghost_zones": 4})
        summary = run.summary
        self.assertEqual([rank["site"] for rank in summary["per_rank"]], ["a", "b"])
        self.assertEqual([rank["owned_points"] for rank in summary["per_rank"]], [24 * FACE] * 2)
        for rank in summary["per_rank"]:
            # two turns of 3, 2, 1 and 0 layers at both ends, since the domain is periodic
            self.assertEqual(rank["redundant_points"], 2 * 2 * (3 + 2 + 1) * FACE)
            self.assertEqual(rank["computed_points"], 8 * rank["owned_points"] + rank["redundant_points"])
        self.assertGreaterEqual(summary["imbalance"], 1)
        self.assertGreater(summary["t_comp_seconds"], 0)
        self.assertAlmostEqual(summary["t_comp_per_t_tot"], summary["t_comp_seconds"] / summary["evolution_seconds"])

    def test_figures_of_a_link(self):
        text, run = self.run_sites(driver={"ghost_zones": 4, "compression": "zlib-1", "piece_bytes": 2000})
        link = self.links(run)["a-b"]
        self.assertEqual((link["depth"], link["codec"], link["lossless"]), (4, "zlib-1", True))
        self.assertEqual(link["exchanges"], 1, "the initial data last for the first four steps")
        self.assertEqual(link["messages"], 2, "one of each site, for both of its ends")
        self.assertGreater(link["pieces"], 4 * link["messages"])
        face = (12 + 2) * (10 + 2)  # periodic images travel, too
        self.assertEqual(link["bytes_raw"], 4 * (4 + 3) * face * 8, "4 layers of phi, 3 of its past")
        self.assertAlmostEqual(link["ratio"], link["bytes_raw"] / link["bytes_sent"])
        self.assertGreater(link["ratio"], 1)
        self.assertFalse(run.summary["lossy"])
        self.assertRegex(text, rf"(?m)^a-b +2 .* {link['ratio']:.2f} ")
        self.assertRegex(text, r"(?m)^ +8  .* +\d+ % +4 +\d+\.\d +100 % ", "progress: hidden, ghost depth, ratio, done")
        rows = (run.path / "performance.tsv").read_text().split("\n\n")[1].splitlines()
        table = dict(zip(rows[0].split("\t"), rows[2].split("\t")))
        self.assertEqual((table["link"], table["messages"]), ("a-b", "2"))
        self.assertEqual(table["sent [byte]"], str(link["bytes_sent"]))

    def test_blocks_do_not_multiply_exchanges(self):
        one, many = (self.links(self.run_sites(driver={"blocks_per_rank": blocks})[1])["a-b"] for blocks in (1, 4))
        self.assertEqual(many["exchanges"], one["exchanges"])

    def test_bulk_synchronous_exchanges_hide_nothing_on_any_link(self):
        _, run = self.run_sites(sites=3, latency="10 ms", grid={"boundary": "radiative"}, driver={"overlap": "never"})
        for name in ("a-b", "b-c"):
            self.assertLess(self.links(run)[name]["hidden_fraction"], 0.1, name)
            self.assertGreater(self.links(run)[name]["exposed_wait_seconds"], 0.02, name)

    def test_work_hides_messages(self):
        # 170 ms of work per step and a latency of 100 ms: much longer than a busy machine keeps a rank waiting
        _, run = self.run_sites(latency="100 ms", driver={"blocks_per_rank": 6},
                                emulated_compute={"per_point": "60 us"})
        self.assertGreater(self.links(run)["a-b"]["hidden_fraction"], 0.5)

    def test_flop_rate_needs_declared_operations(self):
        text, run = self.run_sites(WaveToy={"order": 4})
        self.assertEqual(run.summary["flops_per_point"], 28)
        self.assertAlmostEqual(run.summary["flops_per_second"] / run.summary["points_per_second"], 28)
        self.assertIn("GFlop/s", text)
        text = self.call("run", {"thorns": ["Diffusion"], "grid": {"points": [8, 8, 8], "boundary": "periodic"},
                                 "time": {"stop": {"iterations": 0}}}, "--out", "none")
        self.assertNotIn("flops_per_second", cardon_run.RunFolder(self.folder / "none").summary)
        self.assertNotIn("GFlop/s", text)

    def test_stages_of_an_integrator_count_each(self):
        config = {"thorns": ["WaveMoL"], "grid": {"points": [8, 8, 8], "boundary": "periodic"},
                  "time": {"stop": {"iterations": 2}, "integrator": "rk4"}, "WaveMoL": {"order": 6}}
        self.call("run", config, "--out", "out")
        self.assertEqual(cardon_run.RunFolder(self.folder / "out").summary["flops_per_point"], 4 * 34)


class Lossy(SitesTest):
    def test_every_output_says_so(self):
        output = {name: {"every": 8, "fields": ["phi"]} for name in ("scalars", "fields", "lines")}
        text, run = self.run_sites(driver={"compression": "zfp-1e-3"}, output=output)
        what = "zfp-1e-3 on link a-b"
        self.assertRegex(text, rf"(?m)^\|  LOSSY +{what}")
        self.assertIn(f"LOSSY: {what}", text.split("where the time went")[1])
        self.assertTrue(run.summary["lossy"])
        self.assertFalse(self.links(run)["a-b"]["lossless"])
        self.assertTrue(self.links(run)["intra"]["lossless"])
        self.assertIn(what, (run.path / "provenance.json").read_text())
        self.assertTrue(run.scalars_text.startswith(f"# lossy: {what}\niteration\t"))
        self.assertEqual(run.scalars["iteration"], [0, 8])
        files = [*run.path.glob("fields/*.h5"), *run.path.glob("lines/*.tsv")]
        self.assertEqual(len(files), 8)  # of two iterations: an index, a file of each of two sites, a line
        for file in files:
            self.assertIn(what.encode(), file.read_bytes(), file)

    def test_nothing_says_so_without_it(self):
        output = {name: {"every": 8, "fields": ["phi"]} for name in ("scalars", "fields", "lines")}
        text, run = self.run_sites(driver={"compression": "zlib-1"}, output=output)
        self.assertNotIn("LOSSY", text)
        for file in run.path.rglob("*"):
            if file.suffix in (".tsv", ".h5") or file.name == "provenance.json":
                self.assertNotIn(b"lossy", file.read_bytes(), file)


class Check(SitesTest):
    def test_sites_alike_share_a_plan(self):
        config = dict(CONFIG, machine=machine(3), grid=dict(CONFIG["grid"], boundary="radiative"),
                      driver={"ghost_zones": 4})
        text = self.call("check", config)
        self.assertIn("\nPlan of sites a, c\n", text)
        self.assertIn("\nPlan of site b\n", text)
        self.assertIn("\n  link a-b: 4 layers, an exchange every 4 steps; 1.75 values per face point and step", text)
        # 3, 2, 1 and 0 layers, without the points of the domain's faces
        redundant = re.findall(r"(?m)^  rank +\d  site \w .* owned, (\d+) redundant$", text)
        self.assertEqual(redundant, [str(n * 10 * 8 * 6 // 4) for n in (1, 2, 1)])
        self.assertRegex(text, r"(?m)^  predicted balance \(largest / mean\) 1\.\d+$")

    def test_one_site_has_no_table_of_sites(self):
        text = self.call("check", CONFIG, "--ranks", "4")
        self.assertIn("\nPlan\n", text)
        self.assertNotIn("Sites along", text)
        self.assertIn("Decomposition for 4 ranks", text)

    def test_the_record_run(self):
        before = cardon_run.processor_seconds()
        result = cardon_run.call(["check", cardon_run.SOURCE / "parfiles/record-run.yaml"], timeout=60)
        self.assertEqual(result.code, 0, result.report())
        self.assertLess(cardon_run.processor_seconds() - before, 10 * cardon_run.SLOWER)
        self.assertIn("Decomposition for 1500 ranks: blocks 5 x 12 x 25", result.out)
        blocks = re.findall(r"(?m)^  rank +\d+  site", result.out)
        self.assertEqual(len(blocks), 16)
        self.assertIn("... 1500 blocks in total", result.out)
        balance = re.search(r"predicted balance \(largest / mean\) ([\d.]+)", result.out)
        self.assertLessEqual(float(balance[1]), 1.05)
        sdsc, balder = (re.search(rf"(?m)^  {name} .* (\d+) +(\d+) +(\d+)$", result.out) for name in ("sdsc", "balder"))
        for site in (sdsc, balder):
            self.assertLess(int(site[1]), 0.85 * int(site[3]), "ranks at the slow link own fewer points")


if __name__ == "__main__":
    unittest.main()
