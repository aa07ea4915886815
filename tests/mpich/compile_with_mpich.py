#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every source of the service thorns that use MPI against MPICH's headers; skipped where there are none."""
import glob
import os
import subprocess
import sys

SKIPPED = 77


def mpich_include():
    for folder in glob.glob("/usr/lib/*/mpich/include") + ["/usr/include/mpich"]:
        if os.path.exists(os.path.join(folder, "mpi.h")):
            return folder
    return None


def includes_mpi(path):
    with open(path, encoding="utf-8") as source:
        return "#include <mpi.h>" in source.read()


def main():
    compiler, source = sys.argv[1], os.environ["CARDON_SOURCE"]
    mpich = mpich_include()
    if mpich is None:
        print("skipped: MPICH's headers are not installed (package libmpich-dev)")
        return SKIPPED
    folders = {os.path.dirname(f) for f in glob.glob(f"{source}/thorns/*/*.[ch]pp") if includes_mpi(f)}
    files = [f for folder in sorted(folders) for f in sorted(glob.glob(f"{folder}/*.cpp"))]
    if not files:
        print("no source includes mpi.h: the test has lost its object")
        return 1
    hdf5 = glob.glob("/usr/include/hdf5/openmpi")   # declarations only; HDF5's own MPI types come from the mpi.h found first
    failed = 0
    for file in files:
        command = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-isystem", mpich, f"-I{source}/flesh/include",
                   "-isystem", "/usr/include/trilinos"] + [f"-isystem{h}" for h in hdf5] + [file]
        broken = subprocess.run(command, check=False).returncode != 0
        failed += broken
        print(f"{'FAILED' if broken else 'ok':7}{os.path.relpath(file, source)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
