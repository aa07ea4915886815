#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every source of the service thorns that sees mpi.h against MPICH's headers, those of a thorn together, which takes as
long as one; skipped where there are none."""
import glob
import os
import re
import subprocess
import sys

SKIPPED = 77


def mpich_include():
    for folder in glob.glob("/usr/lib/*/mpich/include") + ["/usr/include/mpich"]:
        if os.path.exists(os.path.join(folder, "mpi.h")):
            return folder
    return None


def sees_mpi(path, seen=()):
    """Whether a source includes mpi.h, itself or by headers of its folder."""
    if path in seen or not os.path.exists(path):
        return False
    with open(path, encoding="utf-8") as source:
        text = source.read()
    local = re.findall(r'(?m)^#include "([^"]+)"', text)
    return "#include <mpi.h>" in text or any(sees_mpi(os.path.join(os.path.dirname(path), name), (*seen, path)) for name in local)


def main():
    compiler, source = sys.argv[1], os.environ["CARDON_SOURCE"]
    mpich = mpich_include()
    if mpich is None:
        print("skipped: MPICH's headers are not installed (package libmpich-dev)")
        return SKIPPED
    files = [f for f in sorted(glob.glob(f"{source}/thorns/*/*.cpp")) if sees_mpi(f)]
    if not files:
        print("no source includes mpi.h: the test has lost its object")
        return 1
    hdf5 = glob.glob("/usr/include/hdf5/openmpi")   # declarations only; HDF5's own MPI types come from the mpi.h found first
    failed = 0
    for thorn in sorted({os.path.dirname(file) for file in files}):
        together = [file for file in files if os.path.dirname(file) == thorn]
        command = [compiler, "-std=c++20", "-fsyntax-only", "-w", "-x", "c++", "-isystem", mpich, f"-I{source}/flesh/include",
                   "-isystem", "/usr/include/trilinos"] + [f"-isystem{h}" for h in hdf5] + ["-"]
        text = "".join(f'#include "{file}"\n' for file in together)
        broken = subprocess.run(command, check=False, input=text, text=True).returncode != 0
        failed += broken
        for file in together:
            print(f"{'FAILED' if broken else 'ok':7}{os.path.relpath(file, source)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
