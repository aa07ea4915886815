#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C and C++ file is laid out as clang-format 14 does it; other versions differ, so they are not asked."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
FOLDERS = ("flesh", "thorns", "arrangements", "tests", "utils")
SKIPPED = 77
AT_ONCE = 1000   # a start of the program takes as long as a dozen files


def formatter():
    for name in ("clang-format-14", "clang-format"):
        program = shutil.which(name)
        if program and " 14." in subprocess.run([program, "--version"], capture_output=True, text=True).stdout:
            return program
    return None


def misplaced(program, files):
    """Those of the files that clang-format would change."""
    check = subprocess.run([program, "--dry-run", "--Werror", *files], cwd=SOURCE, capture_output=True, text=True)
    found = set(re.findall(r"^([^:\n]+):\d+:\d+: error", check.stderr, re.MULTILINE))
    return found or ({check.stderr} if check.returncode else set())


def main():
    program = formatter()
    if not program:
        print("skipped: clang-format 14 is not installed (package clang-format-14)")
        return SKIPPED
    files = sorted(str(path.relative_to(SOURCE)) for folder in FOLDERS for path in (SOURCE / folder).rglob("*")
                   if path.suffix in (".cpp", ".hpp", ".c", ".h"))
    found = set()
    for start in range(0, len(files), AT_ONCE):
        found |= misplaced(program, files[start:start + AT_ONCE])
    for file in sorted(found):
        print(f"{file}: run clang-format -i on it")
    print(f"{len(files)} files")
    return 1 if found or len(files) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
