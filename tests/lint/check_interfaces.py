#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of flesh/doc/writing-a-service.md list the interfaces of services with all their methods, as the headers declare them."""
import os
import re
import sys
from pathlib import Path

from cpp_functions import without_noise

SOURCE = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
HEADERS = "flesh/include/cardon"
# Folders all of whose abstract classes are interfaces of services.
COMPLETE = ("services",)
PAGE = "flesh/doc/writing-a-service.md"
CLASS = re.compile(r"\b(?:class|struct) (\w+)(?: final)?(?: *:[^{;]*)? *\{")
METHOD = re.compile(r"\bvirtual\s[^;{}]*?[\s&*](\w+)\(")
ROLE = re.compile(r"\brole_name<(\w+)>\s*=")
ROW = re.compile(r"\| `(\w+)` \|.*\| ([^|]*) \|")


def body(text, start):
    """The text from `start`, which is behind a brace, to the brace that closes it."""
    depth = 1
    for end in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[start:end]
    raise ValueError("a brace is never closed")


def interfaces(folder):
    """{class: (virtual methods in their order, path)} of the headers, and the classes that have a role."""
    found, roles = {}, set()
    for path in sorted(folder.rglob("*.hpp")):
        text = without_noise(path.read_text())
        roles.update(ROLE.findall(text))
        for match in CLASS.finditer(text):
            methods = METHOD.findall(body(text, match.end()))
            if methods:
                found[match[1]] = (methods, path.relative_to(folder))
    return found, roles


def rows(page):
    """{class: methods} of the tables whose last column names methods."""
    found, methods = {}, False
    for line in page.splitlines():
        if line.startswith("| "):
            methods = methods or line.endswith("| methods |")
            match = ROW.fullmatch(line)
            if methods and match:
                found[match[1]] = re.findall(r"`(\w+)`", match[2])
        elif not line.startswith("|"):
            methods = False
    return found


def problems(page, folder):
    declared, roles = interfaces(folder)
    listed = rows(page)
    wanted = roles | {name for name, (_, path) in declared.items() if path.parts[0] in COMPLETE}
    for name in sorted(wanted - set(listed)):
        yield f"{name} has no row"
    for name, methods in listed.items():
        if name not in declared:
            yield f"{name} is not an interface of the headers"
        elif methods != declared[name][0]:
            yield f"{name} has the methods {', '.join(declared[name][0])}, the row lists {', '.join(methods)}"


def main():
    wrong = list(problems((SOURCE / PAGE).read_text(), SOURCE / HEADERS))
    for line in wrong:
        print(f"{PAGE}: {line}")
    if not wrong:
        print(f"{len(rows((SOURCE / PAGE).read_text()))} interfaces")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
