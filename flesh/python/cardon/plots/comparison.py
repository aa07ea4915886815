# SPDX-License-Identifier: Apache-2.0
"""Several runs in one figure."""
from pathlib import Path

import numpy as np

from ..errors import CardonError, did_you_mean
from .curves import MAX_CURVES, Curve, curve_figure
from .series import find_groups
from .style import save

NEVER_PHYSICS = ("output", "checkpoint", "title", "driver", "emulated_compute", "machine", "thorn_path")


def names_of(runs):
    """What distinguishes each run: parameters that differ, without those of outputs and driver; else its folder."""
    keys = dict.fromkeys(key for run in runs for key in run.parameters)
    differing = [key for key in keys if key.split(".")[0] not in NEVER_PHYSICS
                 and len({run.parameters.get(key) for run in runs}) > 1]
    names = [", ".join(f"{key.rsplit('::', 1)[-1]} = {run.parameters.get(key, '-')}" for key in differing[:2]) for run in runs]
    if not differing or len(set(names)) < len(runs) or max(map(len, names)) > 40:
        return ["/".join(Path(run.folder).parts[-2:]) for run in runs]
    return names


def _columns(runs, words):
    """Columns that all runs have and the words mean; of a whole group its first column is enough to compare runs."""
    common = [name for name in runs[0].scalars.names if all(name in run.scalars for run in runs)]
    groups = find_groups(runs[0].scalars)
    if not words or words == ["scalars"]:
        return [next(c for c in group.columns if c in common) for group in groups if set(group.columns) & set(common)]
    chosen = []
    for word in words:
        exact = [c for c in common if c in (word, word.rsplit("::", 1)[-1])]
        found = exact or [c for c in common if c.startswith(word.rsplit("::", 1)[-1] + ".")]
        if not found:
            raise CardonError("plot/nothing", f"there is no column {word} in scalars.tsv of all runs",
                              hint=did_you_mean(word, common), notes=["all have: " + (", ".join(common) or "nothing")])
        chosen += found
    return list(dict.fromkeys(chosen))


def _mean_curve(runs, column):
    """The mean over runs at the times of the first one, with the sample standard deviation; others are interpolated."""
    x = runs[0].scalars.time
    values = np.stack([np.interp(x, run.scalars.time, run.scalars[column], np.nan, np.nan) for run in runs])
    return Curve(x, values.mean(0), f"mean of {len(runs)} runs", values.std(0, ddof=1))


def plot_together(runs, words, options, folder):
    """A figure for each column with a curve for each run, or with their mean. Returns the files."""
    for run in runs:
        if not len(run.scalars):
            raise CardonError("plot/nothing", f"{run.folder} has no scalars.tsv with a row",
                              help="several runs are drawn by their scalars: add output.scalars to the parameter file")
    if not options.mean and len(runs) > MAX_CURVES:
        raise CardonError("plot/option", f"a figure shows at most {MAX_CURVES} runs, {len(runs)} were given",
                          help="give fewer, or draw their mean with --mean")
    labels = options.labels or names_of(runs)
    if len(labels) != len(runs):
        raise CardonError("plot/option", f"{len(labels)} labels were given for {len(runs)} runs",
                          help="give --label once for every run")
    files = []
    for column in _columns(runs, words):
        if options.mean:
            curves = [_mean_curve(runs, column)]
        else:
            curves = [Curve(run.scalars.time, run.scalars[column], name) for run, name in zip(runs, labels)]
        timed = all("time" in run.scalars for run in runs)
        figure = curve_figure(curves, column, runs[0].scalars.units.get(column, ""), "time" if timed else "iteration",
                              runs[0].scalars.units["time"] if timed else "", runs[0].title, log=options.log)
        kind = "mean" if options.mean else "runs"
        files.append(save(figure, Path(folder) / f"{column}.{kind}.{options.format}".replace("::", "_"),
                          {"runs": [run.provenance.get("run_id", str(run.folder)) for run in runs]}, options.dpi))
    return files
