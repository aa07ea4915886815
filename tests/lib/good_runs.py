# SPDX-License-Identifier: Apache-2.0
"""Tests whose runs have to succeed, each in a folder of its own below one that is removed afterwards. Of the runs of several ranks
in a program every third goes over MPI."""
import unittest

import cardon_run
import many_runs

TURNS = many_runs.Turns(3)


class GoodRuns(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def run_good(self, name, config, *arguments, ranks=1, timeout=100, continued=False):
        """Runs a parameter file NAME.yaml into the folder NAME. `continued`: a restart reads its last checkpoint."""
        if not continued and "checkpoint" not in config:
            arguments += (cardon_run.NO_CHECKPOINT,)
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        start = cardon_run.call if TURNS.over_mpi(ranks) else many_runs.call
        result = start(["run", file, "--out", self.folder / name, "--quiet", *arguments], ranks=ranks, timeout=timeout)
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(self.folder / name)
