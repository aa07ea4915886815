#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints files and lines of each folder of the source tree, without tests, and the longest chain of includes of each part:
sizes.py [ROOT]. With --check, compares the table in contributing.md with them; with --renew, updates it."""
import functools
import os
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


PAGE = "flesh/doc/contributing.md"
TOLERANCE = 0.03
ROW = re.compile(r"^(\| (?:`([a-z/]+)`|of it [a-z ]+) \|(?: (?:[0-9]+ )?\|){3}) ([0-9]+) \| ([0-9]+) \|(?: ([0-9]+))? \|$", re.MULTILINE)


def figures(sources, folder):
    """Files, lines and the longest chain; without a folder: those of the core, without its bindings."""
    if not folder:
        return (*sources.size("flesh/src", BINDINGS), None)
    return (*sources.size(folder), len(sources.longest(folder)))


def row(sources, match):
    files, lines, chain = figures(sources, match[2])
    return f"{match[1]} {files} | {lines} |{'' if chain is None else f' {chain}'} |"


def is_stale(sources, match):
    return any(now is not None and abs(now - int(told)) > TOLERANCE * now
               for now, told in zip(figures(sources, match[2]), (match[3], match[4], match[5] or 0)))


def check(root):
    text = (root / PAGE).read_text()
    sources = Sources(root)
    rows = list(ROW.finditer(text))
    stale = [match[0] for match in rows if is_stale(sources, match)]
    print("\n".join([f"{PAGE}: {line}" for line in stale] + ([f"run {Path(__file__).name} --renew"] if stale else [f"{len(rows)} rows"])))
    return 1 if stale or len(rows) != len(FOLDERS) + 1 else 0


def renew(root):
    text = (root / PAGE).read_text()
    sources = Sources(root)
    (root / PAGE).write_text(ROW.sub(lambda match: row(sources, match), text))
    return 0


def main():
    root = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
    if sys.argv[1:] == ["--check"]:
        return check(root)
    if sys.argv[1:] == ["--renew"]:
        return renew(root)
    sources = Sources(sys.argv[1] if len(sys.argv) > 1 else root)
    print(f"{'folder':24} {'files':>6} {'lines':>7}   longest chain of includes")
    for folder in FOLDERS:
        files, lines = sources.size(folder)
        chain = sources.longest(folder)
        print(f"{folder:24} {files:6} {lines:7}   {len(chain):2} {chain[0] if chain else ''}")
        if folder == "flesh/src":
            files, lines = sources.size(folder, BINDINGS)
            print(f"{'  without bindings':24} {files:6} {lines:7}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
