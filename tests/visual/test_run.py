#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a small wave on two ranks, or with `vectors` a vortex of gas, and hands what it leaves to a reader: test_run.py PYTHON READER.py
CENTRING DIMENSIONS [vectors]. PYTHON is the interpreter that has the reader's modules."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

python, reader, centring, dimensions, vectors = *sys.argv[1:4], int(sys.argv[4]), sys.argv[5:] == ["vectors"]
config = {
    "title": "For readers",
    "thorns": ["WaveToy"],
    "grid": {"cells" if centring == "cell" else "points": [17, 12, 9][:dimensions],
             "domain": [[0, 1]] * dimensions, "boundary": "periodic"},
    "time": {"stop": {"iterations": 4}, "courant": 0.4},
    "WaveToy": {"initial": "gaussian", "radius": 0.25, "width": 0.1, "center": [0.5, 0.5, 0.5]},
    "output": {"fields": {"every": 2, "fields": ["phi"]}},
}
files = 3
if vectors:
    del config["WaveToy"]
    config |= {"thorns": ["Euler"], "Euler": {"initial": "vortex", "center": [0.5, 0.5, 0], "width": 0.2}}
    config["output"]["fields"]["fields"] = ["momentum"]
    files = 3 * 3
with cardon_run.folder() as folder:
    parfile = cardon_run.write_parfile(folder / "wave.yaml", config)
    result = cardon_run.call(["run", parfile, "--out", folder / "out"], ranks=2)
    assert result.code == 0, result.report()
    assert len(list((folder / "out" / "fields").glob("*.h5"))) == files, result.report()
    sys.exit(subprocess.run([python, Path(__file__).with_name(reader), folder / "out"], check=False).returncode)
