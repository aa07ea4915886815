#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The comparison of builds runs every application with the bits of the first build, and notices other bits."""
import contextlib
import io
import sys
from pathlib import Path
from unittest import mock

import processors
from processors import cardon_run


def table(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out, mock.patch.object(sys, "argv", ["processors.py", *words]):
        processors.main()
    return out.getvalue().splitlines()


def main():
    build = cardon_run.BINARY.parents[1]
    lines = table(f"one={build}", f"two={build}", "--rounds", "1", "--share", "0.01")
    assert lines[0] == "| application | one, Mpoint/s | two, Mpoint/s | two / one |", lines[0]
    assert [line.split(" | ")[0][2:] for line in lines[2:]] == list(processors.APPLICATIONS), lines
    assert all(0.01 < float(line.split(" | ")[3].rstrip(" |")) < 100 for line in lines[2:]), lines

    with cardon_run.folder() as other:               # a build whose waves are faster
        (other / "bin").mkdir()
        (other / "bin/cardon").write_text(f'#!/bin/sh\nexec "{cardon_run.BINARY}" "$@" WaveToy.speed=0.5\n')
        (other / "bin/cardon").chmod(0o755)
        try:
            table(f"one={build}", f"other={Path(other)}", "--rounds", "1", "--share", "0.01", "--only", "WaveToy")
        except SystemExit as end:
            assert "other has other bits than one" in str(end), end
        else:
            raise AssertionError("other bits went unnoticed")


if __name__ == "__main__":
    main()
