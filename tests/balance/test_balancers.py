#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every balancer in a run that computes: whatever it plans for ranks at two sites is carried out, and the answer stays the
same to the last bit. A balancer that asks for small changes only may find that none is needed."""
import json
import struct
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

FLAME = {
    "thorns": ["Flame", "GridDriver"],
    "grid": {"points": [16, 16, 16], "domain": [[0, 1]] * 3, "boundary": "neumann"},
    "time": {"integrator": "euler", "courant": 0.8, "stop": {"iterations": 14}},
    "Flame": {"tolerance": 2e-5, "radius": 0.25},
    "driver": {"calibration": "never", "blocks_per_rank": 4},
    "machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}],
                "links": [{"between": ["a", "b"], "latency": "1 ms", "bandwidth": "100 MB/s"}], "emulate": False},
    "output": {"scalars": {"every": 7, "fields": ["c", "total_substeps"], "reductions": ["max", "mean"]}},
}
# They place all blocks again, so most of them move some; partitioners come with libraries that may be missing.
PLACE_ALL = {"random", "greedy", "grid_hybrid", "grid_partition"}
OPTIONAL = {"metis", "scotch", "zoltan"}


def table_values(file):
    """Without the header, which says where the values come from."""
    return [line for line in file.read_text().splitlines() if not line.startswith("#")]


def pixels(file):
    """The compressed pixels of a PNG file, without its texts."""
    data, found, at = file.read_bytes(), b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        found += data[at + 8:at + 8 + length] if kind in (b"IHDR", b"IDAT") else b""
        at += length + 12
    return found


def balancers():
    """Names of all balancers of this build."""
    result = cardon_run.call(["list", "services", "--json"])
    if result.code != 0:
        raise RuntimeError(result.report())
    return sorted(service["service"] for service in json.loads(result.out) if service["role"] == "balancer")


class Balancers(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def run_with(self, balancer, mpi=False, what=FLAME, **more):
        name = "-".join([balancer, *more.values()] + (["mpi"] if mpi else []))
        config = {**what, "balance": {"balancer": balancer, "accept": "all", "every": 3, **more}}
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        call = cardon_run.call if mpi else many_runs.call
        result = call(["run", file, "--out", self.folder / name, "--quiet"], ranks=4, timeout=100)
        self.assertEqual(result.code, 0, f"{name}: {result.report()}")
        return cardon_run.RunFolder(self.folder / name)

    def moves(self, run):
        lines = (run.path / "balance.jsonl").read_text().splitlines()
        return sum(len(line["moves"]) for line in map(json.loads, lines) if line["outcome"] == "moved")

    def test_bits_are_the_same_with_every_balancer(self):
        reference = self.run_with("none")
        names = set(balancers())
        self.assertLessEqual(PLACE_ALL, names)
        moves = {}
        for balancer in sorted(names - {"none"}):
            with self.subTest(balancer):
                run = self.run_with(balancer)
                self.assertEqual(run.checksums, reference.checksums)
                self.assertEqual(run.scalars_text, reference.scalars_text)
                moves[balancer] = self.moves(run)
        print("blocks moved:", ", ".join(f"{name} {count}" for name, count in moves.items()))
        self.assertGreater(moves["random"], 0)
        place_all = (PLACE_ALL | OPTIONAL) & names
        self.assertGreater(sum(moves[name] > 0 for name in place_all), len(place_all) // 2, moves)

    def test_bits_are_the_same_whoever_chooses(self):
        # Long enough that forest and tree expect a gain.
        what = {**FLAME, "time": {**FLAME["time"], "stop": {"iterations": 40}}, "emulated_compute": {"slowdown": 4}}
        del what["machine"]
        reference = self.run_with("none", what=what)
        moves = {}
        for choice in ("forest", "tree", "plans"):
            with self.subTest(choice):
                run = self.run_with("auto", what=what, choice=choice)
                self.assertEqual(run.checksums, reference.checksums)
                self.assertEqual(run.scalars_text, reference.scalars_text)
                moves[choice] = self.moves(run)
        self.assertGreater(min(moves.values()), 0, moves)

    def check_outputs(self, run, reference):
        """Each site writes its points, wherever their blocks are."""
        done = cardon_run.call(["compare", run.path, reference.path])
        self.assertEqual(done.code, 0, done.report())
        for kind, values in (("lines/*.tsv", table_values), ("spheres/*.tsv", table_values), ("slices/*.png", pixels)):
            files = [{file.name: values(file) for file in folder.path.glob(kind)} for folder in (run, reference)]
            self.assertGreater(len(files[0]), 0)
            self.assertEqual(sorted(files[0]), sorted(files[1]))
            self.assertEqual([name for name in files[0] if files[0][name] != files[1][name]], [])

    def test_blocks_may_go_to_other_sites(self):
        what = {**FLAME, "checkpoint": {"every": 8, "keep": 9}, "output": {
            **FLAME["output"], "fields": {"every": 7, "fields": ["c"]},
            "lines": [{"every": 7, "fields": ["c"], "direction": "z"}], "slices": [{"every": 7, "fields": ["c"], "plane": "xz"}],
            "spheres": [{"every": 7, "fields": ["c"], "centre": [0.5, 0.5, 0.5], "radii": [0.3]}]}}
        reference = self.run_with("none", what=what)
        for balancer, mpi in (("random", False), ("random", True), ("minex", False), ("grid_hybrid", False)):
            with self.subTest(balancer=balancer, mpi=mpi):
                run = self.run_with(balancer, mpi=mpi, what=what, between_sites="always")
                self.assertEqual(run.checksums, reference.checksums)
                self.assertEqual(run.scalars_text, reference.scalars_text)
                self.check_outputs(run, reference)
                if balancer == "random":
                    # Four blocks per rank, two ranks per site.
                    moves = [move for line in map(json.loads, (run.path / "balance.jsonl").read_text().splitlines())
                             if line["outcome"] == "moved" for move in line["moves"]]
                    self.assertTrue(any(block // 8 != rank // 2 for block, rank in moves), moves)
        self.check_restart(run, reference, what)

    def test_bits_are_the_same_wherever_blocks_begin(self):
        reference = self.run_with("none")
        for start in ("block", "naive", "square"):
            with self.subTest(start):
                run = self.run_with("greedy", start=start)
                self.assertEqual(run.checksums, reference.checksums)
                self.assertEqual(run.scalars_text, reference.scalars_text)
                # The squares of these few blocks are those of the driver.
                self.assertEqual("by balance.start" in (run.path / "log.txt").read_text(), start == "naive")

    def check_restart(self, run, reference, what):
        """Of a run whose blocks were elsewhere, also by a run whose blocks stay at their sites, and by one on other ranks."""
        for name, ranks, balance in (("same", 4, {"between_sites": "always"}), ("staying", 4, {}), ("one", 1, {})):
            config = {**what, "balance": {"balancer": "random", "accept": "all", "every": 3, **balance}}
            if ranks == 1:
                del config["machine"]
            file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
            result = cardon_run.call(["run", file, "--out", self.folder / name, "--restart", run.path / "checkpoints" / "it000008"],
                                     ranks=ranks, timeout=100, threads=ranks > 1)
            self.assertEqual(result.code, 0, result.report())
            self.assertEqual(cardon_run.RunFolder(self.folder / name).checksums, reference.checksums)

    def test_partitioners_over_mpi_keep_the_bits(self):
        names = sorted(OPTIONAL & set(balancers()))
        if not names:
            self.skipTest("no partitioner is built")
        reference = self.run_with("none")
        for balancer in names:
            with self.subTest(balancer):
                run = self.run_with(balancer, mpi=True)
                self.assertEqual(run.checksums, reference.checksums)
                self.assertEqual(run.scalars_text, reference.scalars_text)


if __name__ == "__main__":
    unittest.main()
