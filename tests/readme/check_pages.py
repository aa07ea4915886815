#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What holds for every page, with commands or without: fences and marks are right, pages with commands have a test, links
lead to files and headings that exist. check_pages.py NAME ... [--tested NAME ...]"""
import re
import sys
from pathlib import Path

import run_page

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")


def prose(text):
    """Without fenced blocks and code in lines, where brackets mean other things."""
    text = re.sub(r"^(\s*)(`{3,}|~{3,}).*?^\s*\2\s*$", "", text, flags=re.M | re.S)
    return re.sub(r"(`+)(?:(?!\1).)+\1", "", text)


def anchors(text):
    """Those that sites give to headings, as GitHub does."""
    text = re.sub(r"^(\s*)(`{3,}|~{3,}).*?^\s*\2\s*$", "", text, flags=re.M | re.S)
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", text, flags=re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        same = sum(other == name or re.fullmatch(rf"{re.escape(name)}-\d+", other) is not None for other in found)
        found.add(f"{name}-{same}" if same else name)
    return found | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def broken_links(page):
    """(target, reason) of links that lead nowhere; those to other hosts are not followed."""
    for match in LINK.finditer(prose(page.read_text())):
        target = match[1] or match[2]
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists():
            yield target, "there is no such file"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield target, "there is no such heading"


def problems(source, name, tested):
    page = source / name
    try:
        blocks = run_page.read_blocks(name, page.read_text())
    except run_page.PageError as error:
        return [str(error)]
    found = [f"{name}: links to {target}: {reason}" for target, reason in broken_links(page)]
    if any(block.language == "sh" and block.mark != "not run" for block in blocks) and name not in tested:
        found.append(f"{name}: has commands but no test that runs them; configure the build folder again")
    return found


def main():
    at = sys.argv.index("--tested")
    pages, tested = sys.argv[1:at], sys.argv[at + 1:]
    found = [line for name in pages for line in problems(Path(run_page.cardon_run.SOURCE), name, tested)]
    print("\n".join(found) or f"{len(pages)} pages are sound")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
