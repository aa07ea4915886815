#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run with outputs and a checkpoint, and its restart, under valgrind: no error and no lost memory but what Open MPI is
known for. Skipped where valgrind is missing, or does not know an instruction that -march=native has chosen."""
import glob
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

SKIPPED, FOUND = 77, 99
SUPPRESSIONS = glob.glob("/usr/share/openmpi/openmpi-valgrind.supp")
PARFILE = """\
title: Under valgrind
thorns: [WaveToy]
grid: {points: [9, 8, 7], boundary: [periodic, radiative, reflecting]}
time: {stop: {iterations: 6}}
checkpoint: {every: 3}
output:
  scalars: {fields: [phi], reductions: [max, l2]}
  fields: {every: 3, fields: [phi]}
"""


def valgrind(folder, *arguments):
    command = ["valgrind", f"--error-exitcode={FOUND}", "--leak-check=full", "--show-leak-kinds=definite",
               "--errors-for-leak-kinds=definite", "--num-callers=30", "--quiet",
               *(f"--suppressions={file}" for file in SUPPRESSIONS), cardon_run.BINARY, *arguments]
    return subprocess.run(list(map(str, command)), cwd=folder, env=cardon_run.environment(), text=True,
                          capture_output=True, check=False)


def main():
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed (package valgrind)")
        return SKIPPED
    with cardon_run.folder() as folder:
        (folder / "small.yaml").write_text(PARFILE)
        runs = [("run", "small.yaml", "--out", "one"),
                ("run", "small.yaml", "time.stop.iterations=8", "--restart", "one", "--out", "two")]
        for arguments in runs:
            result = valgrind(folder, *arguments)
            if "Illegal opcode" in result.stderr:
                print("skipped: valgrind does not know an instruction of this build; configure it with -D CARDON_ARCH=x86-64-v3")
                return SKIPPED
            print(f"$ cardon {' '.join(arguments)}\nexit code {result.returncode}\n{result.stderr}")
            if result.returncode:
                print(result.stdout)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
