# SPDX-License-Identifier: Apache-2.0
"""Opens what runs of Cardon leave behind.

    import cardon
    run = cardon.open("runs/wave/0001")     # or "latest", or a folder of runs
    phi = run.field("phi").last()           # values[z, y, x] with coordinates, unit and time
    run.scalars["phi.l2"]                   # a column of scalars.tsv
    cardon.open_campaign("runs/wave")       # a run and its restarts as one series

NumPy and h5py are needed; `Field.to_xarray` and `FieldSeries.to_xarray` need xarray, `cardon.plots` needs matplotlib.
"""
from .errors import CardonError, format_problem

__version__ = "0.2.0"
__all__ = ["Campaign", "CardonError", "Field", "FieldSeries", "Run", "Table", "find_runs", "format_problem", "open",
           "open_campaign", "read_field", "read_table"]

_HOMES = {"Campaign": "campaign", "Field": "fields", "FieldSeries": "fields", "Run": "run", "Table": "tables",
          "find_runs": "folders", "open_campaign": "campaign", "read_field": "fields", "read_table": "tables"}


def open(folder="latest"):                       # the name that readers of data have: h5py.File, xarray.open_dataset
    """The run in `folder`: a run folder, a folder of runs (its newest one), or "latest" (the newest below runs/).
    Raises CardonError "cli/no-run"."""
    from .folders import find_run
    from .run import Run
    return Run(find_run(folder))


def __getattr__(name):
    # Modules that need NumPy or h5py are imported when they are used: sweeps and orders of convergence need neither.
    if name not in _HOMES:
        raise AttributeError(f"module 'cardon' has no attribute '{name}'")
    from importlib import import_module
    return getattr(import_module("." + _HOMES[name], __name__), name)


def __dir__():
    return sorted({*globals(), *_HOMES})         # also for suggestions and completion
