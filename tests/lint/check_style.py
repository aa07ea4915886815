#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Habits of writing C++ that clang-format leaves to authors: public headers are included in angle brackets, numbers are
converted in the form of a call. `check_style.py --apply` changes sources accordingly; format them afterwards."""
import os
import re
import sys
from pathlib import Path

ROOT = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
FOLDERS = ("flesh", "thorns", "arrangements", "tests")
NUMBERS = r"(?:bool|char|int|long|unsigned|float|double|Real|(?:std::)?(?:size_t|ptrdiff_t|u?int(?:8|16|32|64)_t))"
QUOTED = re.compile(r'^(\s*#\s*include\s*)"(cardon/[^"]+)"', re.M)
CAST = re.compile(rf"static_cast<({NUMBERS})>\(")
# "Type name(int(n));" would declare a function.
DECLARATION = re.compile(rf"[\w>&*]\s+\w+\(static_cast<{NUMBERS}>\(\w+\)\)\s*[;,]")


def casts(text):
    """Matches that can be calls."""
    kept = [match.span() for match in DECLARATION.finditer(text)]
    return [match for match in CAST.finditer(text) if not any(first <= match.start() < last for first, last in kept)]


def changed(text):
    text = QUOTED.sub(r"\1<\2>", text)
    for match in reversed(casts(text)):
        text = text[:match.start()] + match[1] + "(" + text[match.end():]
    return text


def problems(name, text):
    for match in QUOTED.finditer(text):
        yield match.start(), f'"{match[2]}" is a public header: <{match[2]}>'
    for match in casts(text):
        yield match.start(), f"write {match[1]}(...) instead of static_cast"


def main(apply):
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            text = path.read_text()
            if apply and changed(text) != text:
                path.write_text(changed(text))
            elif not apply:
                name = path.relative_to(ROOT)
                found += [f"{name}:{text.count(chr(10), 0, at) + 1}: {what}" for at, what in problems(name, text)]
    print("\n".join(found) or "sources are in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main("--apply" in sys.argv[1:]))
