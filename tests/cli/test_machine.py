#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The section machine on its way through check and run, and cardon probe."""
import json
import os
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

HOST = os.uname().nodename
CONFIG = {"title": "Machine", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [9, 8, 24], "boundary": "periodic"},
          "time": {"stop": {"iterations": 3}}, "WaveToy": {"width": 0.3}, "tuning": {"tuner": "none"}}
SITES = {"sites": [{"name": "west", "ranks": 1}, {"name": "east", "ranks": 2, "speed": 2.5}],
         "links": [{"between": ["east", "west"], "latency": "2 ms", "bandwidth": "80 Mbit/s"}]}


class MachineTest(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, *arguments, ranks=1, code=0):
        # What `probe` finds is of processes; one run is with processes as well.
        over_mpi = arguments[0] == "probe" or arguments[-1] == "known"
        result = many_runs.call(arguments, ranks=ranks, cwd=self.folder, over_mpi=over_mpi)
        self.assertEqual(result.code, code, result.report())
        return result

    def write(self, machine=None, name="case.yaml"):
        config = dict(CONFIG, **({"machine": machine} if machine else {}))
        return cardon_run.write_parfile(self.folder / name, config).name


class Section(MachineTest):
    def test_check_takes_the_ranks_from_the_sites_and_shows_the_slabs(self):
        text = self.call("check", self.write(SITES)).out
        self.assertIn("Sites along z\n", text)
        self.assertIn("  west (1 rank), east (2 ranks); known from parameter file\n", text)
        slabs = re.findall(r"(?m)^  (west|east) +[12] +\S+ +(\d+) to (\d+) ", text)
        self.assertEqual([slab[0] for slab in slabs], ["west", "east"])
        self.assertEqual([slabs[0][1], slabs[1][2]], ["0", "23"])
        self.assertEqual(int(slabs[0][2]) + 1, int(slabs[1][1]))
        self.assertLess(int(slabs[0][2]), 11, "a slow rank owns less than a third")
        self.assertRegex(text, r"(?m)^  link west-east: \d layers?, .*; latency 2 ms; 10 MB/s$")
        self.assertIn("Decomposition for 3 ranks", text)

    def test_a_run_knows_its_sites(self):
        machine = dict(SITES, emulate=True)
        text = self.call("run", self.write(machine), "--out", "known", ranks=3).out
        self.assertIn("sites          west (1 rank), east (2 ranks); known from parameter file, along z", text)
        self.assertRegex(text, r"transport .*emulated links: west-east 2 ms 10 MB/s")
        summary = cardon_run.RunFolder(self.folder / "known").summary
        self.assertEqual(summary["sites"], 2)
        self.assertEqual([rank["site"] for rank in summary["per_rank"]], ["west", "east", "east"])

    def test_links_that_change_while_the_run_goes_on(self):
        plain = dict(SITES, emulate=True)
        later = dict(SITES, emulate={"changes": [{"after": "1 ms", "link": "west-east", "latency": "200 ms"},
                                                 {"after": "1 h", "link": "west-east", "bandwidth": "1 MB/s"}]})
        text = self.call("check", self.write(later)).out
        self.assertIn("  links are emulated; after 0.001 s west-east 200 ms, after 3600 s west-east 1 MB/s\n", text)
        self.assertIn("  links are emulated\n", self.call("check", self.write(plain, "plain.yaml")).out)
        self.call("run", "plain.yaml", "--out", "plain", ranks=3)
        text = self.call("run", "case.yaml", "--out", "later", ranks=3).out
        self.assertRegex(text, r"transport .*emulated links: west-east 2 ms 10 MB/s, 2 changes")
        runs = [cardon_run.RunFolder(self.folder / name).summary for name in ("plain", "later")]
        self.assertEqual(runs[0]["checksums"], runs[1]["checksums"])
        self.assertGreater(runs[1]["evolution_seconds"], 0.2, "ghost zones came over the link as it is later")

    def test_without_a_word_one_host_is_one_site(self):
        self.call("run", self.write(), "--out", "out", ranks=2)
        self.assertEqual(cardon_run.RunFolder(self.folder / "out").summary["sites"], 1)

    def test_a_machine_file_and_what_stands_over_it(self):
        file = self.write({"file": "two-sites", "axis": "y"})
        text = self.call("check", file, "machine.emulate=false").out
        self.assertIn("known from two-sites.yaml", text)
        self.assertIn("Sites along y", text)
        self.assertNotIn("emulated", self.call("run", file, "machine.emulate=false", "--out", "out", ranks=2).out)

    def test_resolved_values_do_not_need_the_machine_file(self):
        (self.folder / "mine.yaml").write_text(json.dumps(SITES))
        self.call("run", self.write("mine"), "--out", "out", ranks=3)
        (self.folder / "mine.yaml").unlink()
        self.assertIn("west (1 rank), east (2 ranks)", self.call("check", "out/resolved.yaml").out)

    def test_all_shipped_machines_are_understood(self):
        files = sorted((cardon_run.SOURCE / "configs/machines").glob("*.yaml"))
        self.assertGreaterEqual(len(files), 3)
        config = dict(CONFIG, grid={"points": [120, 240, 500], "boundary": "periodic"})
        for file in files:
            config["machine"] = file.stem
            cardon_run.write_parfile(self.folder / "case.yaml", config)
            self.assertIn("ready to run", self.call("check", "case.yaml").out, file)


class Probe(MachineTest):
    def test_one_process(self):
        text = self.call("probe").out
        self.assertRegex(text, rf"(?m)^{re.escape(HOST)} +0 +\d+ ")
        self.assertIn("known from host names", text)
        self.assertIn("mpirun -n 2 cardon probe", text)

    def test_ranks_of_one_host_as_json(self):
        found = json.loads(self.call("probe", "--json", ranks=3).out)
        self.assertEqual(found["ranks"], 3)
        self.assertEqual([(host["name"], host["ranks"]) for host in found["hosts"]], [(HOST, [0, 1, 2])])
        self.assertGreaterEqual(found["hosts"][0]["cores"], 1)
        self.assertEqual(found["sites"], [{"name": "a", "ranks": [0, 1, 2], "hosts": [HOST]}])
        self.assertEqual(found["between_sites"], [])
        self.assertEqual([pair["between"] for pair in found["between_ranks"]], [[0, 1], [0, 2], [1, 2]])
        for pair in found["between_ranks"]:
            self.assertTrue(0 < pair["latency_seconds"] < 1, pair)
            self.assertGreater(pair["bytes_per_second"], 1e5, pair)
        if found["transport"].startswith("Open MPI"):
            settings = found["transport_settings"]
            self.assertGreater(int(settings["btl_tcp_eager_limit"]), 0)
            names = ("btl_vader_max_send_size", "btl_sm_max_send_size")
            within_host = [settings[name] for name in names if name in settings]
            if within_host and not any(f"OMPI_MCA_{name}" in os.environ for name in names):
                self.assertIn("131072", within_host)

    def test_what_it_writes_is_a_machine_file(self):
        self.assertIn("written to found.yaml", self.call("probe", "--write", "found.yaml", ranks=2).out)
        file = self.write("found")
        self.assertIn("ready to run", self.call("check", file).out)
        self.call("run", file, "--out", "out", ranks=2)
        self.assertEqual(cardon_run.RunFolder(self.folder / "out").summary["per_rank"][1]["site"], "a")

    def test_mistakes(self):
        for arguments, slug, code in ((("--threshold", "soon"), "parameter/wrong-type", 2),
                                      (("--threshold", "3 MB"), "parameter/unit", 2),
                                      (("--threshold=-1 ms",), "parameter/out-of-range", 2),
                                      (("somewhere",), "cli/usage", 2),
                                      (("--write", "/proc/found.yaml"), "output/write-failed", 4)):
            result = self.call("probe", *arguments, code=code)
            self.assertIn(f"[{slug}]", result.err.splitlines()[0], result.report())
            self.assertIn("1 error; ", result.err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
