#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What every command loads, the program and the service thorns that declare themselves, needs no large library; the modules that
are loaded when they are used do."""
import os
import re
import subprocess
import sys
from pathlib import Path

BUILD = Path(os.environ["CARDON_BUILD"])
LIBRARIES = BUILD / "lib"
LARGE = ("cairo", "fontconfig", "libX11", "libpng", "libmpi", "libhdf5", "libcurl", "libssl", "libcrypto", "libmetis", "libscotch",
         "zoltan", "libcapstone")
# Of the engine, besides those of the compiler.
LINKED = ("libfmt", "libyaml-cpp", "libmuparser", "libtrilinos_kokkoscore", "libkokkoscore", "libxxhash", "libhwloc")
LANGUAGE = ("libstdc++", "libm.", "libgcc_s", "libc.", "ld-linux", "libpthread", "libdl", "librt", "libgomp", "libatomic", "libasan", "libubsan", "libtsan", "libgcov")
LOADED_WHEN_USED = {"cardon/Pictures.so": "cairo", "cardon/InstructionDecoder.so": "capstone", "cardon/FileDigest.so": "libcrypto",
                    "cardon/services/IOHDF5.lazy.so": "libhdf5", "cardon/services/TransportMPI.lazy.so": "libmpi"}


def libraries_of(file):
    loaded = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in loaded.splitlines()]


def linked_with(file):
    """The libraries that it names itself."""
    listed = subprocess.run(["readelf", "-d", str(file)], capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"})
    return re.findall(r"\(NEEDED\).*\[(.*)\]", listed.stdout)


def main():
    always = [LIBRARIES / "libcardon.so", BUILD / "bin/cardon"]
    always += [file for file in sorted((LIBRARIES / "cardon/services").glob("*.so")) if not file.name.endswith(".lazy.so")]
    mistakes = []
    loaded = set()
    for file in always:
        libraries = libraries_of(file)
        loaded.update(libraries)
        mistakes += [f"{file.name} loads {name}" for name in libraries if any(part in name for part in LARGE)]
    engine = linked_with(LIBRARIES / "libcardon.so")
    mistakes += [f"libcardon.so is linked with {name}, which contributing.md does not list" for name in engine
                 if not name.startswith(LINKED + LANGUAGE)]
    if not any(name.startswith("libfmt") for name in engine):
        mistakes.append("libcardon.so is not linked with fmt: this test looks at the wrong file")
    for name, library in LOADED_WHEN_USED.items():
        if not any(library in found for found in libraries_of(LIBRARIES / name)):
            mistakes.append(f"{name} does not load {library}: this test looks at the wrong libraries")
    print(f"{len(always)} files that every command loads need {len(loaded)} libraries: {' '.join(sorted(loaded))}", *mistakes, sep="\n")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
