# SPDX-License-Identifier: Apache-2.0
"""How the ranks of a run are started. Nearly all runs have them as threads of one process, which costs no launcher; about a
tenth goes over MPI, and among these every value of every setting occurs."""
import cardon_run
from covering import sample

SHARE = 10


def over_mpi(listed):
    """Numbers of those of these combinations of settings (dicts) that are to go over MPI. A single rank is started without it."""
    several = [n for n, combination in enumerate(listed) if combination["ranks"] > 1]
    return {several[n] for n in sample([listed[n] for n in several], SHARE)}


class Turns:
    """For lists of runs whose settings are not combinations: of those of several ranks one in `share` goes over MPI, from the
    one with number `first` on."""

    def __init__(self, share=SHARE, first=0):
        self.share, self.first, self.number = share, first, -1

    def over_mpi(self, ranks):
        """Whether the next run goes over MPI."""
        self.number += ranks > 1
        return ranks > 1 and self.number % self.share == self.first


def call(file, ranks, mpi, *more):
    """cardon run FILE MORE with `out` beside the file as run folder: the Result, and the run folder."""
    threads = ranks > 1 and not mpi
    folder = cardon_run.RunFolder(file.parent / "out")
    result = cardon_run.call(["run", file, "--out", folder.path, "--quiet", *more], ranks=ranks, timeout=200, threads=threads)
    if result.code == 0 and threads != (cardon_run.THREADS in folder.transport):
        raise RuntimeError(f"{ranks} ranks were started over {folder.transport}")
    return result, folder
