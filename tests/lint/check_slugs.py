#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every slug of an error in the code has its entry in flesh/doc/errors.md, and every entry its slug in the code."""
import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
FOLDERS = ("flesh/include", "flesh/src", "flesh/kit", "flesh/draw", "flesh/program", "thorns", "arrangements")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
# A whole string literal such as "grid/points"; with a hyphen at its end it is completed at run time. Not units, unit("m/s"), and
# not types of files, "image/png".
SLUG = re.compile(r'(?<!unit\()"(?!(?:image|text|application)/)([a-z]+/[a-z]+(?:-[a-z]+)*-?)"')
# Of verbs and readers in Python.
PYTHON_SLUG = re.compile(r'(?:CardonError|UnknownName)\(\s*"([a-z]+/[a-z]+(?:-[a-z]+)*)"')
HEADING = re.compile(r"#+ `?([a-z]+/[a-z-]+)`?\s*")


def without_comments(text):
    return COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)


def slugs_in_code(source):
    """Slugs with the first file they stand in."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((source / folder).rglob("*.[ch]pp")):
            if "tests" in path.relative_to(source).parts:
                continue
            for match in SLUG.finditer(without_comments(path.read_text())):
                found.setdefault(match[1], path.relative_to(source))
    for path in sorted((source / "flesh/python/cardon").rglob("*.py")):
        for match in PYTHON_SLUG.finditer(path.read_text()):
            found.setdefault(match[1], path.relative_to(source))
    return found


def documented(page):
    lines = page.read_text().splitlines()
    return [match[1] for match in map(HEADING.fullmatch, lines) if match]


def problems(code, entries):
    complete = {slug for slug in code if not slug.endswith("-")}
    open_ended = {slug for slug in code if slug.endswith("-")}
    for slug in sorted(complete - set(entries)):
        yield f"{slug} (in {code[slug]}) has no entry"
    for prefix in sorted(open_ended):
        if not any(entry.startswith(prefix) for entry in entries):
            yield f"{prefix}... (in {code[prefix]}) has no entry"
    for entry in sorted(set(entries) - complete):
        if not any(entry.startswith(prefix) for prefix in open_ended):
            yield f"the entry {entry} belongs to no slug in the code"
    for entry in sorted({e for e in entries if entries.count(e) > 1}):
        yield f"{entry} has two entries"


def main():
    code = slugs_in_code(SOURCE)
    entries = documented(SOURCE / "flesh/doc/errors.md")
    wrong = list(problems(code, entries))
    for line in wrong:
        print(f"flesh/doc/errors.md: {line}")
    if len(code) < 50:
        wrong.append("too few")
        print(f"only {len(code)} slugs were found in the code: does the search still fit?")
    print(f"{len(code)} slugs in the code, {len(entries)} entries")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
