#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs small waves and a vortex of gas on two ranks and hands all that they leave to a reader at once, which takes long to start:
test_run.py PYTHON READER.py. PYTHON is the interpreter that has the reader's modules."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

CASES = [("vertex", 3, False), ("cell", 3, False), ("cell", 2, False), ("cell", 2, True)]    # the last one with vectors


def parfile(centring, dimensions, vectors):
    config = {
        "title": "For readers",
        "thorns": ["WaveToy"],
        "grid": {"cells" if centring == "cell" else "points": [17, 12, 9][:dimensions],
                 "domain": [[0, 1]] * dimensions, "boundary": "periodic"},
        "time": {"stop": {"iterations": 4}, "courant": 0.4},
        "WaveToy": {"initial": "gaussian", "radius": 0.25, "width": 0.1, "centre": [0.5, 0.5, 0.5]},
        "output": {"fields": {"every": 2, "fields": ["phi"]}},
    }
    if vectors:
        del config["WaveToy"]
        config |= {"thorns": ["Euler"], "Euler": {"initial": "vortex", "centre": [0.5, 0.5, 0], "width": 0.2}}
        config["output"]["fields"]["fields"] = ["momentum"]
    return config


def main(python, reader):
    with cardon_run.folder() as folder:
        outs = []
        for number, (centring, dimensions, vectors) in enumerate(CASES):
            outs.append(folder / f"{centring}-{dimensions}{'-vectors' * vectors}")
            file = cardon_run.write_parfile(outs[-1].with_suffix(".yaml"), parfile(centring, dimensions, vectors))
            result = cardon_run.call(["run", file, "--out", outs[-1]], ranks=2, threads=number > 0)
            assert result.code == 0, result.report()
            assert len(list((outs[-1] / "fields").glob("*.h5"))) == (3 * 3 if vectors else 3), result.report()
        return subprocess.run([python, Path(__file__).with_name(reader), *outs], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
