#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What several sites write is one data set, and `cardon gather` makes single files of it: test_gather.py PYTHON, the
interpreter that has h5py."""
import os
import shutil
import socket
import struct
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

PYTHON = sys.argv.pop(1) if len(sys.argv) > 1 else sys.executable
CONFIG = {"title": "Gathered", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [12, 10, 24], "boundary": "periodic"},
          "time": {"stop": {"iterations": 4}}, "WaveToy": {"width": 0.3},
          "driver": {"calibration": "never", "ghost_zones": 2}, "tuning": {"tuner": "none"},
          "checkpoint": {"every": 2, "overlap": "never"},
          "output": {"fields": [{"every": 2, "fields": ["phi"]},
                                {"every": 4, "fields": ["phi"], "compression": 4, "writers": 2}],
                     "slices": [{"every": 4, "fields": ["phi"], "plane": "xz", "width": 320},
                                {"every": 4, "fields": ["phi"], "plane": "xy", "index": 20, "width": 320}],
                     "lines": [{"every": 2, "fields": ["phi"], "direction": "z"},
                               {"every": 2, "fields": ["phi"], "plane": "yz"},
                               {"every": 2, "fields": ["phi"], "direction": "x", "index": [0, 3, 20]}],
                     "scalars": {"every": 2, "fields": ["phi"]}}}
SITES = {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}],
         "links": [{"between": ["a", "b"], "latency": "1 ms", "bandwidth": "1 GB/s"}], "emulate": True}
FIELDS = [f"fields/phi.it{n:06}.h5" for n in (0, 2, 4)] + [f"fields/phi-2.it{n:06}.h5" for n in (0, 4)]
# Prints for every file whether its values are elsewhere, and a checksum of the values.
READ = """
import h5py, sys, zlib
for name in sys.argv[1:]:
    with h5py.File(name) as file:
        mesh = next(iter(next(iter(file["data"].values()))["meshes"].values()))
        print(mesh.is_virtual, mesh.shape, mesh.compression, zlib.crc32(mesh[...].tobytes()))
"""


def has_h5py():
    return subprocess.run([PYTHON, "-c", "import h5py"], capture_output=True).returncode == 0


def can_mount():
    """Whether processes may be given a storage of their own."""
    try:
        return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def pixels(path):
    """The compressed pixels of a PNG file: its texts tell which run has made it."""
    data, at, found = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            found += data[at + 8:at + 8 + size]
        at += size + 12
    return zlib.crc32(zlib.decompress(found))


def lock_text(process):
    """The lock file of a process on this host; of none if that number is not used."""
    try:
        began = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except FileNotFoundError:
        began = 1
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return (f"host {socket.gethostname()}\nprocess {process}\nbegan {began}\n"
            f"among {boot} {os.readlink('/proc/self/ns/pid')}\n")


NO_PROCESS = 2**30


class Gather(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        cardon_run.write_parfile(cls.folder / "one.yaml", CONFIG)
        cardon_run.write_parfile(cls.folder / "two.yaml", dict(CONFIG, machine=SITES))
        cls.run_file("one.yaml", "--out", "one")
        cls.run_file("two.yaml", "--out", "two", ranks=4)

    @classmethod
    def run_file(cls, *arguments, ranks=1):
        result = many_runs.call(["run", *arguments], ranks=ranks, cwd=cls.folder, over_mpi=True)
        assert result.code == 0, result.report()
        return result

    def call(self, *arguments, code=0):
        result = many_runs.call(arguments, cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result.out + result.err

    def copy(self, name):
        """A copy of the run on two sites."""
        shutil.copytree(self.folder / "two", self.folder / name, symlinks=True)
        return self.folder / name

    def values(self, run):
        """By field file: whether it is virtual, and what is in it."""
        result = subprocess.run([PYTHON, "-c", READ, *(str(self.folder / run / name) for name in FIELDS)],
                                capture_output=True, text=True, check=True)
        lines = result.stdout.splitlines()
        return [line.split()[0] == "True" for line in lines], [line.split(" ", 1)[1] for line in lines]

    def assert_same_outputs(self, run):
        for file in sorted((self.folder / "one/lines").iterdir()):
            self.assertEqual((self.folder / run / "lines" / file.name).read_text(), file.read_text(), file.name)
        for file in sorted((self.folder / "one/slices").iterdir()):
            self.assertEqual(pixels(self.folder / run / "slices" / file.name), pixels(file), file.name)
        for kind in ("slices", "lines"):
            self.assertEqual({f.name for f in (self.folder / run / kind).iterdir()},
                             {f.name for f in (self.folder / "one" / kind).iterdir()}, "parts are gone")

    def assert_one_file_each(self, run):
        names = {f.name for f in (self.folder / run / "fields").iterdir()}
        self.assertEqual(names, {f.name for f in (self.folder / "one/fields").iterdir()})

    def test_sites_write_what_one_site_writes(self):
        self.assert_same_outputs("two")
        self.assertIn("identical", self.call("compare", "one", "two"))
        self.assertTrue((self.folder / "two/fields/phi.it000002.b.h5").exists())
        self.call("plot", "two", "phi")

    @unittest.skipUnless(has_h5py(), "no h5py")
    def test_an_index_reads_like_one_file(self):
        virtual, values = self.values("two")
        self.assertEqual(virtual, [True] * len(FIELDS))
        plain, expected = self.values("one")
        self.assertEqual(plain, [False] * len(FIELDS))
        strip = lambda texts: [text.replace("gzip", "None") for text in texts]  # noqa: E731
        self.assertEqual(strip(values), strip(expected))

    def test_in_place(self):
        self.copy("gathered")
        text = self.call("gather", "gathered")
        self.assertIn("5 field files, 0 pictures and 0 tables made of those of sites, 0 files copied", text)
        self.assert_one_file_each("gathered")
        if has_h5py():
            self.assertEqual(self.values("gathered"), self.values("one"))
        self.assertIn("identical", self.call("compare", "one", "gathered"))
        self.assertIn("every output is one file", self.call("gather", "gathered"))

    def test_into_a_new_folder(self):
        before = sorted(p.name for p in (self.folder / "two/fields").iterdir())
        self.call("gather", "two", "--out", "whole")
        self.assertEqual(sorted(p.name for p in (self.folder / "two/fields").iterdir()), before)
        self.assert_one_file_each("whole")
        self.assert_same_outputs("whole")
        self.assertIn("identical", self.call("compare", "two", "whole"))
        self.assertIn("[gather/folder-in-use]", self.call("gather", "two", "--out", "whole", code=2))

    def test_what_a_killed_call_has_left_is_removed_by_the_next(self):
        copy = self.copy("killed")
        self.call("gather", "killed")
        # Killed after the whole file had its name, and while another one was written.
        for kind in ("fields", "slices", "lines"):
            for part in (self.folder / "two" / kind).iterdir():
                if ".a." in part.name or ".b." in part.name:
                    shutil.copy2(part, copy / kind)
            (copy / kind / "phi.it000002.h5.part").write_text("half")
        (copy / "checkpoints/it000002/b-0.h5.part").write_text("half")
        (copy / ".gather-lock-1").write_text(lock_text(NO_PROCESS))
        self.call("gather", "killed")
        self.assert_same_outputs("killed")
        self.assert_one_file_each("killed")
        self.assertEqual([file for file in copy.rglob("*") if file.suffix == ".part" or "lock" in file.name], [])

    def test_a_copy_that_was_cut_short_is_made_again(self):
        half = self.folder / "half"
        half.mkdir()
        (half / "rest").write_text("of it")
        self.assertIn("[gather/folder-in-use]", self.call("gather", "two", "--out", "half", code=2))
        (half / ".gather-lock-1").write_text(lock_text(os.getpid()))
        self.assertIn(f"in use by process {os.getpid()} on host", self.call("gather", "two", "--out", "half", code=2))
        (half / ".gather-lock-1").write_text(lock_text(NO_PROCESS))
        self.call("gather", "two", "--out", "half")
        self.assert_same_outputs("half")
        self.assertFalse((half / "rest").exists())

    def test_a_run_that_goes_on_and_another_call_are_let_be(self):
        copy = self.copy("busy")
        before = sorted(copy.rglob("*"))
        for use in ("run", "gather"):
            lock = copy / f".{use}-lock-1"
            lock.write_text(lock_text(os.getpid()))
            text = self.call("gather", "busy", code=2)
            self.assertIn(f"process {os.getpid()} on host {socket.gethostname()}", text)
            self.assertIn("[gather/folder-in-use]", text)
            lock.unlink()
        self.assertEqual(sorted(copy.rglob("*")), before)

    def test_never_into_itself(self):
        run = self.copy("itself")
        before = sorted(run.rglob("*"))
        for out in ("itself/whole", "itself/fields/../whole", "itself"):
            self.assertIn("[gather/into-itself]", self.call("gather", "itself", "--out", out, code=2))
        result = many_runs.call(["gather", ".", "--out", "whole"], cwd=run)
        self.assertIn("[gather/into-itself]", result.err, result.report())
        self.assertEqual(sorted(run.rglob("*")), before)
        self.call("gather", "itself", "--out", "itself-whole")

    def test_the_rest_of_a_run_that_lacks_parts(self):
        run = self.copy("partial")
        (run / "fields/phi.it000004.b.h5").unlink()
        self.assertIn("--partial", self.call("gather", "partial", code=4))
        warning = "warning: fields/phi.it000004.h5 is left incomplete: fields/phi.it000004.b.h5 of site b is missing"
        for out in (["--out", "partial-copy"], []):
            text = self.call("gather", "partial", "--partial", *out)
            self.assertIn(warning, text)
            self.assertEqual(text.count("[gather/missing]"), 1)
            self.assertIn("4 field files, ", text)
            names = {f.name for f in (self.folder / (out or ["partial"])[-1] / "fields").iterdir()}
            whole = {f.name for f in (self.folder / "one/fields").iterdir()}
            self.assertEqual(names - whole, {"phi.it000004.a.h5"})
            self.assertEqual(whole - names, set())
        self.assertIn("1 field file, ", self.call("gather", "partial", "two"))
        self.assert_one_file_each("partial")

    def test_damaged_checkpoints_are_passed_over(self):
        run = self.copy("damaged")
        for number, text in ((2, '{"content": {"files": [3]}}'), (4, '{"content": []}')):
            (run / f"checkpoints/it{number:06}/manifest.json").write_text(text)
        self.assertIn("5 field files, ", self.call("gather", "damaged"))

    def test_what_is_missing_is_named(self):
        run = self.copy("lacking")
        (run / "fields/phi.it000004.b.h5").unlink()
        text = self.call("gather", "lacking", code=4)
        self.assertIn("fields/phi.it000004.b.h5 of site b is missing", text)
        self.assertIn("[gather/missing]", text)
        self.assertTrue((run / "fields/phi.it000000.a.h5").exists(), "nothing was changed")
        text = self.call("plot", "lacking", "phi", code=4)
        self.assertIn("phi.it000004.h5 lacks the values of site b", text)
        self.assertIn("[gather/another-run]", self.call("gather", "lacking", "one", code=2))
        self.assertIn("made of those of sites", self.call("gather", "lacking", "two"))
        self.assert_one_file_each("lacking")

    @unittest.skipUnless(can_mount(), "only root gives processes a storage of their own")
    def test_sites_with_storages_of_their_own(self):
        far = self.folder / "storage-b"
        far.mkdir()
        (self.folder / "runs").mkdir()
        run = [str(cardon_run.BINARY), "run", "two.yaml", "--out", "runs/far"]
        inside = f"mount --bind {far} runs && exec {' '.join(run)}"
        command = cardon_run.launch_of((2, run), (2, ["unshare", "-m", "sh", "-c", inside]))
        result = subprocess.run(command, cwd=self.folder, env=cardon_run.environment(), capture_output=True, text=True,
                                timeout=60 * cardon_run.PATIENCE)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        here, there = (sorted(f.name for f in (base / "fields").iterdir()) for base in
                       (self.folder / "runs/far", far / "far"))
        self.assertEqual([name for name in here if ".b." in name], [])
        self.assertEqual([name for name in there if ".b." not in name], [])
        self.assertIn("lacks the values of site b", self.call("plot", "runs/far", "phi", code=4))
        self.assertIn("of site b are missing", self.call("gather", "runs/far", code=4))
        self.call("gather", "runs/far", "storage-b/far")
        self.assert_one_file_each("runs/far")
        self.assert_same_outputs("runs/far")
        self.assertIn("identical", self.call("compare", "one", "runs/far"))
        self.run_file("one.yaml", "--restart", "runs/far/checkpoints/it000002", "--out", "again")
        checksums = [cardon_run.RunFolder(self.folder / name).checksums for name in ("one", "again")]
        self.assertEqual(*checksums)


if __name__ == "__main__":
    unittest.main()
