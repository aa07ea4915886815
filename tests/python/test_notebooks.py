#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The notebooks in flesh/python/notebooks run: their cells are executed one after the other, as by "Run all"."""
import contextlib
import io
import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402

python_package.require("numpy", "h5py", "matplotlib")

NOTEBOOKS = sorted((cardon_run.SOURCE / "flesh/python/notebooks").glob("*.ipynb"))


def code_of(notebook):
    """The text of each cell of code. Raises ValueError for a file that is not a notebook of format 4."""
    content = json.loads(notebook.read_text())
    if content["nbformat"] != 4:
        raise ValueError(f"{notebook}: format {content['nbformat']}")
    return ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "code"]


class Notebooks(unittest.TestCase):
    def setUp(self):
        scratch = self.enterContext(cardon_run.folder())
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.update(cardon_run.environment(), TMPDIR=str(scratch),
                          PATH=f"{cardon_run.BINARY.parent}{os.pathsep}{os.environ['PATH']}")
        import tempfile
        tempfile.tempdir = None                  # of the environment
        self.addCleanup(setattr, tempfile, "tempdir", None)

    def test_all_run(self):
        self.assertGreaterEqual(len(NOTEBOOKS), 2)
        for notebook in NOTEBOOKS:
            names = {"__name__": "__main__"}
            for number, code in enumerate(code_of(notebook), 1):
                with self.subTest(notebook=notebook.name, cell=number), contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(code, f"{notebook.name} cell {number}", "exec"), names)

    def test_they_hold_no_results(self):
        for notebook in NOTEBOOKS:
            for cell in json.loads(notebook.read_text())["cells"]:
                self.assertEqual(cell.get("outputs", []), [], notebook.name)


if __name__ == "__main__":
    unittest.main()
