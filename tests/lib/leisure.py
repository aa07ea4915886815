# SPDX-License-Identifier: Apache-2.0
"""Runs whose steps rest: the thorn Leisure (tests/steering/leisure.c) makes steps long enough for something to happen to a run,
without work for the processor."""
import cardon_run

THORN_PATH = ["--thorn-path", str(cardon_run.BINARY.parents[1] / "tests/steering/thorns")]


class Leisure:
    """How long the steps of a run rest, in a file that can change while it runs."""

    def __init__(self, file, milliseconds):
        self.file = file
        self.rest(milliseconds)

    def rest(self, milliseconds):
        self.file.write_text(str(milliseconds))

    def environment(self):
        return {**cardon_run.environment(), "LEISURE": str(self.file)}
