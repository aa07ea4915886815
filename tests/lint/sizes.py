#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints files and lines of each folder of the source tree, without tests, and the longest chain of includes of each part:
sizes.py [ROOT]. The table in contributing.md was made with it."""
import functools
import re
import sys
from pathlib import Path

SUFFIXES = {".cpp", ".hpp", ".c", ".h", ".f90"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
FOLDERS = ("flesh/src", "flesh/include", "flesh/kit", "flesh/program", "flesh/draw", "thorns", "arrangements")
BINDINGS = ("flesh/src/languages", "flesh/src/fortran")
HEADER_FOLDERS = ("flesh/include", "flesh/src", "flesh/kit", "flesh/program", "flesh")


class Sources:
    def __init__(self, root):
        self.root = Path(root)
        self.texts = {}
        for folder in FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                name = path.relative_to(self.root)
                if path.suffix in SUFFIXES and not {"tests", "test"} & set(name.parts):
                    self.texts[name] = path.read_text(errors="replace")

    def size(self, folder, without=()):
        """Files and lines below a folder."""
        chosen = [text for name, text in self.texts.items()
                  if name.is_relative_to(folder) and not any(name.is_relative_to(other) for other in without)]
        return len(chosen), sum(len(text.splitlines()) for text in chosen)

    def header(self, file, name):
        """Of this tree; None: of a library."""
        for folder in (file.parent, *map(Path, HEADER_FOLDERS)):
            if folder / name in self.texts:
                return folder / name
        return None

    @functools.lru_cache(maxsize=None)
    def chain(self, file):
        """The longest one that begins here."""
        headers = {self.header(file, name) for name in INCLUDE.findall(self.texts[file])} - {None, file}
        chains = [self.chain(header) for header in sorted(headers)]
        return (file, *max(chains, key=len, default=()))

    def longest(self, folder):
        return max((self.chain(name) for name in self.texts if name.is_relative_to(folder)), key=len, default=())


def main():
    sources = Sources(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    print(f"{'folder':24} {'files':>6} {'lines':>7}   longest chain of includes")
    for folder in FOLDERS:
        files, lines = sources.size(folder)
        chain = sources.longest(folder)
        print(f"{folder:24} {files:6} {lines:7}   {len(chain):2} {chain[0] if chain else ''}")
        if folder == "flesh/src":
            files, lines = sources.size(folder, BINDINGS)
            print(f"{'  without bindings':24} {files:6} {lines:7}")


if __name__ == "__main__":
    main()
