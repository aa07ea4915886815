#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon plot` of tables with any numbers ends soon with readable pictures; of damaged tables, with an error."""
import contextlib
import io
import json
import os
import random
import struct
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402
from png_file import check_png  # noqa: E402

python_package.require("numpy", "h5py", "matplotlib")
from cardon import commands  # noqa: E402

ULP = 2.0 ** -52
COLUMNS = {
    "two_neighbours": [1, 1 + ULP, 1, 1 + ULP],
    "three_neighbours": [-1e17, -1e17 - 16, -1e17 - 32, -1e17],
    "drift": [0.125, 0.125 + 1e-10, 0.125 + 2e-10, 0.125 + 3e-10],
    "denormal": [5e-324, 1e-323, 2e-323, 5e-324],
    "tiny": [1e-310, 1, 2, 3],
    "huge": [-1.7e308, 1.7e308, 1e308, -1e308],
    "growing": [1e-300, 1e-3, 1e10, 1e308],
    "equal": [3, 3, 3, 3],
    "zero": [0, -0.0, 0, 0],
    "none": [float("nan")] * 4,
    "infinite": [float("inf"), float("-inf"), float("inf"), 1],
    "one": [float("nan"), 2, float("nan"), float("nan")],
}


class Plots(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())
        (self.folder / "parfile.yaml").touch()

    def table(self, columns, times=None, name="scalars.tsv"):
        count = len(next(iter(columns.values())))
        rows = zip(range(count), times or range(count), *columns.values())
        text = "\t".join(["iteration", "time [s]", *columns]) + "\n"
        (self.folder / name).write_text(text + "".join("\t".join(map(repr, row)) + "\n" for row in rows))

    def plot(self, *words, code=0):
        """What the program prints as errors; called as the program calls it, without its start."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            found = commands.main(["plot", json.dumps({"words": [str(self.folder), *words], "dpi": 50})])
        self.assertEqual(found, code, out.getvalue() + err.getvalue())
        return err.getvalue()

    def test_any_numbers_can_be_drawn(self):
        self.table(COLUMNS)
        self.plot()
        for name in COLUMNS:
            check_png(self.folder / f"plots/{name}.png")

    def test_any_times_can_be_drawn(self):
        for name in ("two_neighbours", "denormal", "tiny", "huge", "equal", "none", "infinite"):
            with self.subTest(name):
                self.table({"phi": [1, 2, 3, 4]}, COLUMNS[name])
                self.plot()
                check_png(self.folder / "plots/phi.png")

    def test_random_bits_can_be_drawn(self):
        draw = random.Random(1)
        columns = {f"c{n}": [struct.unpack("d", draw.randbytes(8))[0] for _ in range(20)] for n in range(6)}
        self.table(columns)
        self.plot()
        for name in columns:
            check_png(self.folder / f"plots/{name}.png")

    def test_a_long_table_is_drawn_soon(self):
        draw = random.Random(2)
        self.table({"noise": [draw.gauss(0, 1) for _ in range(20000)]})
        self.plot()
        check_png(self.folder / "plots/noise.png")

    def test_damaged_tables_are_errors(self):
        for text in ("\n", "\n1\t2\n", "\0\0\0\n", "iteration\n1\t2\n", "iteration\tphi\n1\tx\n", "# title\n\n"):
            for name in ("scalars.tsv", "tuning.tsv"):
                with self.subTest(repr(text), name=name):
                    for file in self.folder.glob("*.tsv"):
                        file.unlink()
                    (self.folder / name).write_text(text)
                    self.assertIn("[run/bad-table]", self.plot(code=2))

    def test_spheres_without_their_columns_are_errors(self):
        (self.folder / "spheres").mkdir()
        for columns in ({"a": [1, 2]}, {"l2": [1, 2], "l1m0.re": [1, 2]}, {"l1m0.re": [1, 2], "l2": [1, 2]}):
            with self.subTest(columns=columns):
                self.table(columns, name="spheres/phi.r1.tsv")
                self.assertIn("[run/bad-table]", self.plot(code=2))

    def test_files_that_do_not_end_are_errors(self):
        for name, slug in (("scalars.tsv", "run/bad-table"), ("summary.json", "run/no-summary")):
            with open(self.folder / "huge", "wb") as huge:
                huge.truncate(1 << 40)
            for target in ("/dev/zero", None, ".", "huge"):
                with self.subTest(name, target=target):
                    file = self.folder / name
                    os.mkfifo(file) if target is None else file.symlink_to(target)
                    self.assertIn(f"[{slug}]", self.plot(code=2))
                    file.unlink()


if __name__ == "__main__":
    unittest.main()
