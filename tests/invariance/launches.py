# SPDX-License-Identifier: Apache-2.0
"""How the ranks of a run are started. Nearly all runs have them as threads, and share a process, which costs no launcher and no
start of a program. Over MPI goes about a tenth in the long versions, with every value of every setting for each application, and
fewer in the default ones, with every value for the applications together."""
import cardon_run
import many_runs
import short_lists
from covering import sample

SHARE = 10


def over_mpi(listed, application, version=cardon_run.LONG):
    """Numbers of those of these combinations of settings (dicts) of an application that are to go over MPI. A single rank is started
    without it."""
    if version == 0:
        return short_lists.over_mpi(listed, application)
    several = [n for n, combination in enumerate(listed) if combination["ranks"] > 1]
    return {several[n] for n in sample([short_lists.settings(listed[n]) for n in several], SHARE)}


def call(file, ranks, mpi, *more):
    """cardon run FILE MORE with `out` beside the file as run folder: the Result, and the run folder."""
    threads = ranks > 1 and not mpi
    folder = cardon_run.RunFolder(file.parent / "out")
    start = many_runs.call if threads or ranks == 1 else cardon_run.call
    result = start(["run", file, "--out", folder.path, "--quiet", cardon_run.NO_CHECKPOINT, *more], ranks=ranks, timeout=200)
    if result.code == 0 and threads != (cardon_run.THREADS in folder.transport):
        raise RuntimeError(f"{ranks} ranks were started over {folder.transport}")
    return result, folder
