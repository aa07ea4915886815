# SPDX-License-Identifier: Apache-2.0
"""cardon plot"""
import math
from pathlib import Path

from ..campaign import open_campaign
from ..errors import CardonError, printable
from ..folders import find_run
from ..run import Run


def _open(folder):
    """A restarted run with what it continues, if that is here."""
    try:
        return open_campaign(folder)
    except CardonError as error:
        if error.slug != "run/no-predecessor":
            raise
        return Run(find_run(folder))


def split_words(words):
    """Runs and what to draw: the first word is a run, others are if they are folders."""
    is_run = [n == 0 or word in ("latest", "") or Path(word).is_dir() for n, word in enumerate(words)]
    runs = [word for word, run in zip(words, is_run) if run]
    return runs or ["latest"], [word for word, run in zip(words, is_run) if not run]


def read_options(given):
    from ..plots import Options
    chosen = {name: given[name] for name in Options.__dataclass_fields__ if given.get(name) is not None}
    surface = chosen.pop("isosurface", None)
    if surface is not None:
        chosen["isosurface"] = math.nan if surface == "auto" else _number("isosurface", surface)
    for name in ("range", "view"):
        if name in chosen:
            chosen[name] = tuple(chosen[name])
    return Options(**chosen)


def _number(name, text):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise CardonError("plot/option", f"--{name} {text} is not a number",
                          help="give a value, or auto for half of the largest magnitude")
    return number


def execute(given):
    from .. import plots
    runs, words = split_words(given["words"])
    opened = [_open(run) for run in runs]
    options = read_options(given)
    options.check_use(len(opened))
    files = plots.plot_runs(opened, words, options) if len(opened) > 1 else plots.plot_run(opened[0], words, options)
    for file in files:
        print(printable(file))
    return 0
