#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Applications whose README names a paper ask users to cite one, and what they ask for is in their README or that of another."""
import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
# The end of a citation: volume, page, year.
PAPER = re.compile(r"\b([A-Za-z]*\d[\w()-]*),\s+([\d-]+),?\s+\(?((?:18|19|20)\d\d)\b")
CITED = re.compile(r"(?:thorn\.cites\(|cardon_cite\(thorn,)\s*\"([^\"]*)\"")


def papers(text):
    return {match.groups() for match in PAPER.finditer(text)}


def main():
    named = {folder: papers((folder / "README.md").read_text()) for folder in sorted(SOURCE.glob("arrangements/*/*"))
             if (folder / "README.md").is_file()}
    everywhere = set().union(*named.values())
    wrong = []
    for folder, in_readme in named.items():
        cited = [text for path in sorted(folder.glob("*.[cf]*")) for text in CITED.findall(path.read_text())]
        if in_readme and not cited:
            wrong.append(f"{folder.relative_to(SOURCE)}: the README names papers, but the thorn cites none")
        wrong += [f"{folder.relative_to(SOURCE)}: no README names what the thorn cites: {text}" for text in cited
                  if not papers(text) <= everywhere]
    print("\n".join(wrong or [f"{len(named)} applications"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
