# SPDX-License-Identifier: Apache-2.0
"""scalars.tsv as it grows, with Python's own library only."""
import os
import stat
from pathlib import Path

MAX_ROWS = 512
PIECE = 1 << 20                                  # bytes read at a time


class ScalarHistory:
    """`columns` are names with units, `rows` lists of numbers. Only what was written since the last update() is read. Memory
    stays bounded: of long tables every second, fourth, ... row is kept, and `last` is always the newest."""

    def __init__(self, path):
        self.path = Path(path)
        self._forget()

    def _forget(self):
        self.columns, self.rows, self.last = [], [], None
        self._offset, self._every, self._count, self._rest = 0, 1, 0, b""

    def update(self):
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            return
        with open(descriptor, "rb") as stream:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return
            if status.st_size < self._offset:    # another file
                self._forget()
            stream.seek(self._offset)
            while piece := stream.read(PIECE):
                self._offset += len(piece)
                lines = (self._rest + piece).split(b"\n")
                self._rest = lines.pop()
                for line in lines:
                    self._take(line.decode("utf-8", "replace"))

    def _take(self, line):
        words = line.split("\t")
        if not self.columns:
            if words[0] == "iteration":
                self.columns = words
            return
        try:
            row = [float(word) for word in words]
        except ValueError:
            return
        if len(row) != len(self.columns):
            return
        self.last = row
        if self._count % self._every == 0:
            self.rows.append(row)
        self._count += 1
        if len(self.rows) > MAX_ROWS:
            self.rows = self.rows[::2]
            self._every *= 2

    def series(self, column):
        """The values of a column that were kept, the newest one last."""
        rows = self.rows if not self.rows or self.rows[-1] is self.last else [*self.rows, self.last]
        return [row[column] for row in rows]
