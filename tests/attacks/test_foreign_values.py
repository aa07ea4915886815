#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HDF5 files of strangers cannot make Cardon read, write or remove what lies outside of their folder."""
import os
import shutil
import sys
import unittest
from pathlib import Path

try:
    import h5py
    import numpy
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", __file__])
    print("skipped: needs h5py")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from data_file_case import DataFileCase  # noqa: E402

SHAPE = (3, 5)
VALUES = numpy.full(SHAPE, 1.5)
SECRET = 1.25


class DataFiles(DataFileCase):
    """The folder `secret` is that of the user, `sent` that of the stranger."""

    def setUp(self):
        super().setUp()
        top = self.folder
        self.secret, self.folder = top / "secret", top / "sent"
        for folder in self.secret, self.folder:
            folder.mkdir()
        numpy.full(SHAPE, SECRET).tofile(self.secret / "raw.bin")
        with h5py.File(self.secret / "h5.h5", "w") as file:
            file["vp"] = numpy.full(SHAPE, SECRET)

    def refuse(self, name, *texts):
        self.refused(self.config({"file": name, "dataset": "vp"}), "parameter/data-file",
                     "only files in the folder of this one and below are read", *texts)

    def accept(self, name):
        result = self.call(self.config({"file": name, "dataset": "vp"}), verb="check")
        self.assertEqual(result.code, 0, result.report())

    def raw(self, name, path):
        with h5py.File(self.folder / name, "w") as file:
            file.create_dataset("vp", SHAPE, "f8", external=[(str(path), 0, VALUES.nbytes)])

    def link(self, name, path):
        with h5py.File(self.folder / name, "w") as file:
            file["vp"] = h5py.ExternalLink(str(path), "/vp")

    def virtual(self, name, path, dataset="vp"):
        layout = h5py.VirtualLayout(SHAPE, "f8")
        layout[:] = h5py.VirtualSource(str(path), dataset, SHAPE)
        with h5py.File(self.folder / name, "w") as file:
            file.create_virtual_dataset("vp", layout, fillvalue=1)

    def test_raw_data_is_refused_wherever_it_is(self):
        self.raw("raw.h5", self.secret / "raw.bin")
        self.refuse("raw.h5", "raw data outside of HDF5 files")
        self.raw("near.h5", "raw.bin")
        self.refuse("near.h5", "raw data outside of HDF5 files")

    def test_links_lead_to_files_nearby(self):
        self.write("model.h5")
        self.write("below/model.h5")
        for n, path in enumerate(("model.h5", "below/model.h5", self.folder / "model.h5")):
            self.link(f"good{n}.h5", path)
            self.accept(f"good{n}.h5")
        for n, path in enumerate(("../secret/h5.h5", self.secret / "h5.h5")):
            self.link(f"bad{n}.h5", path)
            self.refuse(f"bad{n}.h5", "its values are in ")
        self.raw("below/raw.h5", self.secret / "raw.bin")
        self.link("raw.h5", "below/raw.h5")
        self.refuse("raw.h5")

    def test_virtual_datasets_are_made_of_files_nearby(self):
        self.write("model.h5")
        self.write("below/model.h5")
        for n, path in enumerate(("model.h5", "below/model.h5", self.folder / "model.h5")):
            self.virtual(f"good{n}.h5", path)
            self.accept(f"good{n}.h5")
        (self.folder / "link.h5").symlink_to(self.secret / "h5.h5")
        for n, path in enumerate(("../secret/h5.h5", self.secret / "h5.h5", "link.h5")):
            self.virtual(f"bad{n}.h5", path)
            self.refuse(f"bad{n}.h5", "it takes values from ")
        self.link("other.h5", self.secret / "h5.h5")
        self.raw("raw.h5", self.secret / "raw.bin")
        for n, path in enumerate(("bad0.h5", "other.h5", "raw.h5")):
            self.virtual(f"chain{n}.h5", path)
            self.refuse(f"chain{n}.h5")


class RunFolders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        context = cardon_run.folder()
        cls.folder = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)
        file = cardon_run.write_parfile(cls.folder / "wave.yaml", {
            "thorns": ["WaveToy"], "grid": {"points": [8, 8, 8]}, "time": {"stop": {"iterations": 2}},
            "output": {"fields": {"every": 2, "fields": ["phi"]}}})
        for name, width in (("one", "0.2"), ("two", "0.3")):
            result = cardon_run.call(["run", file, "--out", cls.folder / name, f"WaveToy.width={width}"])
            assert result.code == 0, result.report()
        numpy.full((8, 8, 8), SECRET).tofile(cls.folder / "raw.bin")

    def sent(self, name, **how):
        """Run `one` with values of its last file elsewhere: in the user's raw file, or in the file of run two."""
        run = self.folder / name
        shutil.copytree(self.folder / "one", run)
        (run / "fields/phi.it000000.h5").unlink()
        path = run / "fields/phi.it000002.h5"
        with h5py.File(path, "a") as file:
            at = "/data/2/meshes/phi"
            attributes = dict(file[at].attrs)
            del file[at]
            if "raw" in how:
                data = file.create_dataset(at, (8, 8, 8), "f8", external=[(str(how["raw"]), 0, 8 ** 4)])
            else:
                layout = h5py.VirtualLayout((8, 8, 8), "f8")
                layout[:] = h5py.VirtualSource(str(how["virtual"]), at, (8, 8, 8))
                data = file.create_virtual_dataset(at, layout)
            for key, value in attributes.items():
                data.attrs[key] = value
        return run

    def test_plots_and_comparisons(self):
        other = self.folder / "two/fields/phi.it000002.h5"
        for name, how in (("raw", {"raw": self.folder / "raw.bin"}), ("absolute", {"virtual": other}),
                          ("relative", {"virtual": "../../two/fields/phi.it000002.h5"})):
            run = self.sent(name, **how)
            for words in (["plot", run, "phi"], ["compare", run, self.folder / "two"]):
                with self.subTest(name=name, verb=words[0]):
                    result = cardon_run.call(words)
                    self.assertEqual(result.code, 4, result.report())
                    self.assertIn("only files in the folder of this one and below are read", result.err)

    def test_gathering_removes_and_writes_nothing_elsewhere(self):
        # Of the same run: that is all that is compared.
        victim = self.folder / "victim"
        shutil.copytree(self.folder / "one", victim)
        before = {p: p.stat().st_mtime_ns for p in victim.rglob("*")}
        for name, path in (("up", "../../victim/fields/phi.it000002.h5"),
                           ("root", victim / "fields/phi.it000002.h5")):
            run = self.sent(name, virtual=path)
            result = cardon_run.call(["gather", run])
            self.assertEqual(result.code, 4, result.report())
            self.assertIn("names a file outside of its folder", result.err)
        self.assertEqual({p: p.stat().st_mtime_ns for p in victim.rglob("*")}, before)


if __name__ == "__main__":
    unittest.main()
