# SPDX-License-Identifier: Apache-2.0
"""Makes the package in flesh/python importable. Ends the test as skipped (77) if a module that it needs is missing."""
import sys

import cardon_run
import many_runs

sys.path.insert(0, str(cardon_run.SOURCE / "flesh/python"))


def require(*modules):
    import importlib
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as missing:
            print(f"skipped: {missing}; install python3-{module.split('.')[0]}")
            sys.exit(77)


WAVE = {
    "title": "Small wave", "thorns": ["WaveToy"],
    "grid": {"points": [9, 8, 7], "domain": [[0, 1], [0, 1], [-0.5, 0.5]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 4}, "step": 0.01},
    "WaveToy": {"initial": "expression", "profile": "x + 10*y + 100*z"},
    "checkpoint": {"every": 2},
    "output": {"fields": {"every": 2, "fields": ["phi"]},
               "scalars": {"every": 1, "fields": ["phi"], "reductions": ["min", "max", "l2"]},
               "probes": {"every": 1, "fields": ["phi"], "points": {"here": [0.5, 0.5, 0]}}},
}
VORTEX = {
    "title": "Vortex", "thorns": ["Euler"],
    "grid": {"cells": [16, 12], "domain": [[0, 1], [0, 0.75]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 2}, "courant": 0.4},
    "Euler": {"initial": "vortex", "centre": [0.5, 0.4, 0], "width": 0.2},
    "output": {"fields": {"every": 1, "fields": ["rho", "momentum"]},
               "slices": {"every": 2, "fields": ["rho"], "colours": "inferno", "range": [0.25, 1.5]}},
}


def run(folder, name, config, *words):
    """Runs a parameter file in `folder` and returns the run folder."""
    file = cardon_run.write_parfile(folder / f"{name}.yaml", config)
    result = many_runs.call(["run", file, "--out", folder / name, "--quiet", *words], cwd=folder)
    if result.code != 0:
        raise RuntimeError(result.report())
    return folder / name
