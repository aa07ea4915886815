#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The engine loads no library for pictures, no MPI and no HDF5 on a compute node; libcardon_pictures has the first."""
import os
import subprocess
import sys
from pathlib import Path

LIBRARIES = Path(os.environ["CARDON_BUILD"]) / "lib"
NOT_IN_ENGINE = ("cairo", "fontconfig", "libX11", "libpng", "libmpi", "libhdf5")


def libraries_of(name):
    loaded = subprocess.run(["ldd", str(LIBRARIES / name)], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in loaded.splitlines()]


def main():
    engine = libraries_of("libcardon.so")
    print(f"libcardon.so loads {len(engine)} libraries: {' '.join(engine)}")
    wrong = [name for name in engine if any(part in name for part in NOT_IN_ENGINE)]
    for name in wrong:
        print(f"libcardon.so loads {name}")
    pictures = any("cairo" in name for name in libraries_of("libcardon_pictures.so"))
    if not pictures:
        print("libcardon_pictures.so does not load cairo: this test looks at the wrong libraries")
    return 1 if wrong or not pictures else 0


if __name__ == "__main__":
    sys.exit(main())
