#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Data files as other programs write them, or nobody would: refused with a message, never a crash.

    test_odd_data_files.py PYTHON     an interpreter with h5py, in case the one that runs this has none
"""
import math
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402
import modules  # noqa: E402
from data_file_case import DataFileCase  # noqa: E402

h5py = modules.require("h5py", "python3-h5py")
numpy = modules.require("numpy", "python3-numpy")


class OddDataFiles(DataFileCase):
    def dataset(self, name="model.h5"):
        """The dataset vp of a good file, to be spoilt."""
        self.write(name)
        file = h5py.File(self.folder / name, "a")
        self.addCleanup(file.close)
        return file["vp"]

    def test_a_unit_that_is_no_single_text(self):
        texts = h5py.string_dtype()
        for n, unit in enumerate((["m/s"] * 4096, ["m/s", "m"], 3.5, h5py.Empty("f8"))):
            with self.subTest(n=n):
                vp = self.dataset(f"{n}.h5")
                if n == 0:                                                    # of variable length, more than one
                    vp.attrs.create("unit", unit[:900], dtype=texts)
                elif n == 1:
                    vp.attrs.create("unit", [text.encode() for text in unit], dtype="S3")
                else:
                    vp.attrs["unit"] = unit
                vp.file.close()
                self.refused(self.config(f"{n}.h5"), "parameter/data-file", "the attribute unit is not a single string")

    def test_groups_in_groups(self):
        with h5py.File(self.folder / "deep.h5", "w") as file:
            group = file
            for _ in range(3000):
                group = group.create_group("g")
            group.create_dataset("vp", data=numpy.ones((3, 5)))
        self.refused(self.config("deep.h5"), "parameter/data-file", "groups are nested more than 64 deep")
        deep = {"file": "deep.h5", "dataset": "/g" * 3000 + "/vp"}
        self.assertIn(self.call(self.config(deep), verb="check").code, (0, 2))

    def test_a_unit_padded_with_blanks(self):
        vp = self.dataset()
        kind = h5py.h5t.TypeID.copy(h5py.h5t.C_S1)
        kind.set_size(12)
        kind.set_strpad(h5py.h5t.STR_SPACEPAD)
        h5py.h5a.create(vp.id, b"unit", kind, h5py.h5s.create(h5py.h5s.SCALAR)).write(numpy.array(b"m/s         ", "S12"), kind)
        vp.file.close()
        self.assertEqual(self.call(self.config(), verb="check").code, 0)

    @unittest.skipIf(cardon_run.SLOWER > 1, "sanitizers end a program that asks for more memory than there is")
    def test_sizes_that_no_memory_has(self):
        for name, shape, text in (("a.h5", (2**32 + 5,), "4294967301 points in a direction"),
                                  ("b.h5", (2**24, 2**24), "cannot allocate memory for the values"),
                                  ("c.h5", (2**31 - 1,) * 3, "cannot allocate memory for the values")):
            with self.subTest(name=name), h5py.File(self.folder / name, "w") as file:
                file.create_dataset("vp", shape, "f8", chunks=(16,) * len(shape))
                file.close()
                self.refused(self.config(name), "parameter/data-file", text)

    def mesh(self, name, **changed):
        """A dataset with the attributes that Cardon writes, in the order y, x, changed."""
        good = dict(gridSpacing=[0.5, 0.25], gridGlobalOffset=[0., 0.], position=[0., 0.], periodic=[0., 0.],
                    domainLower=[0., 0.], domainUpper=[1., 1.])
        self.write(name, **{**good, **changed})
        return self.config(name)

    def test_meshes_that_cannot_be(self):
        self.assertEqual(self.call(self.mesh("good.h5"), verb="check").code, 0)
        many = {name: [1.] * 4000 for name in
                ("gridSpacing", "gridGlobalOffset", "position", "periodic", "domainLower", "domainUpper")}
        self.refused(self.mesh("many.h5", **many), "parameter/data-file", "gridSpacing has 4000 numbers")
        self.refused(self.mesh("three.h5", **{name: value[:3] for name, value in many.items()}), "parameter/data-file",
                     "does not fit its axes")
        for n, spacing in enumerate((0., math.nan, -1., math.inf, 5e-324)):
            with self.subTest(spacing=spacing):
                self.refused(self.mesh(f"{n}.h5", gridSpacing=[0.5, spacing], periodic=[0., 1.]), "parameter/data-file",
                             "apart in x")
        self.refused(self.mesh("far.h5", gridGlobalOffset=[math.nan, 0.]), "parameter/data-file", "begin at nan", "in y")
        self.write("own.h5", spacing=[0.25, 0.5], origin=[math.nan, 0])
        self.refused(self.config("own.h5"), "parameter/data-file", "begin at nan")

    def test_a_damaged_dataset_hides_no_other(self):
        self.write()
        self.write(dataset="rho", values=[[1., 2.]] * 7)
        file = self.folder / "model.h5"
        content = bytearray(file.read_bytes())
        sizes = 2 * ((7).to_bytes(8, "little") + (2).to_bytes(8, "little"))     # and the greatest
        self.assertEqual(content.count(sizes), 1)
        content[content.index(sizes) - 8] = 77                                # version of the dataspace
        file.write_bytes(content)
        self.assertEqual(self.call(self.config(), verb="check").code, 0)
        self.refused(self.config({"file": "model.h5", "dataset": "rho"}), "parameter/data-file", "it has /vp", "/rho (damaged: ")

    def test_links_name_datasets(self):
        with self.dataset().file as file:
            file["latest"] = h5py.SoftLink("/vp")
            file["again"] = file["vp"]
            file["lost"] = h5py.SoftLink("/none")
        with h5py.File(self.folder / "links.h5", "w") as file:
            file["outside"] = h5py.ExternalLink("model.h5", "/vp")
        for file, dataset in (("model.h5", "latest"), ("model.h5", "/again"), ("links.h5", "outside")):
            with self.subTest(dataset=dataset):
                result = self.call(self.config({"file": file, "dataset": dataset}), verb="check")
                self.assertEqual(result.code, 0, result.report())
        self.refused(self.config({"file": "model.h5", "dataset": "lost"}), "parameter/data-file", "no dataset /lost")

    def virtual(self, name, source, dataset="vp"):
        layout = h5py.VirtualLayout((3, 5), "f8")
        layout[:] = h5py.VirtualSource(source, dataset, (3, 5))
        with h5py.File(self.folder / name, "a") as file:
            file.create_virtual_dataset("all", layout, fillvalue=1)
        return self.config({"file": name, "dataset": "all"})

    def test_virtual_datasets_need_what_they_are_made_of(self):
        self.write()
        self.assertEqual(self.velocity(self.run_good(self.virtual("good.h5", "model.h5")), "max"), 2)
        self.assertEqual(self.call(self.virtual("model.h5", "."), verb="check").code, 0)
        self.refused(self.virtual("a.h5", "lost.h5"), "parameter/data-file", "lost.h5, which does not exist")
        self.refused(self.virtual("b.h5", "model.h5", "rho"), "parameter/data-file", "takes values from rho of")
        self.refused(self.virtual("c.h5", "a.h5", "all"), "parameter/data-file", "lost.h5, which does not exist")
        self.refused(self.virtual("d.h5", "d.h5", "all"), "parameter/data-file", "refer to each other")

    def test_a_path_through_a_link_is_that_of_the_system(self):
        self.write("below/model.h5")
        (self.folder / "far" / "deep").mkdir(parents=True)
        shutil.move(self.folder / "below/model.h5", self.folder / "far/model.h5")
        (self.folder / "link").symlink_to(self.folder / "far/deep")
        result = self.call(self.config("link/../model.h5"), verb="check")
        self.assertEqual(result.code, 0, result.report())

    def test_values_without_a_place_are_the_same_in_another_domain(self):
        self.write()
        first = self.run_good(self.config())
        check = ["check", first.path / "resolved.yaml", "grid.domain=[[0,2],[0,2]]"]
        result = many_runs.call(check, cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        with h5py.File(self.folder / "model.h5", "a") as file:
            file["vp"].attrs["spacing"] = [1.0, 1.0]
        result = many_runs.call(check, cwd=self.folder)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("[parameter/data-file-changed]", result.err)

    def test_lists_need_no_data(self):
        file = cardon_run.write_parfile(self.folder / "case.yaml", self.config("lost.h5"))
        for what, text in (("fields", "AcousticWave::pressure"), ("schedule", "AcousticWave::"), ("parameters", "lost.h5")):
            with self.subTest(what=what):
                result = many_runs.call(["list", what, file], cwd=self.folder)
                self.assertEqual(result.code, 0, result.report())
                self.assertIn(text, result.out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
