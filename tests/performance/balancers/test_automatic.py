#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The automatic choice in a run whose ranks differ: same bits as without balancing, and steps that are shorter by a tenth at least; what
the tables make of figures. Ranks sleep through their computing."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from automatic import run, scores  # noqa: E402
from periods import PERIODS, ratios  # noqa: E402
from trials import counted  # noqa: E402

# Two scenarios: the second has nothing to gain.
FIGURES = {"a": {"none": {"seconds": 3}, "x": {"seconds": 2}, "y": {"seconds": 2.5}},
           "b": {"none": {"seconds": 1}, "x": {"seconds": 1.5}, "y": {"seconds": 1}}}

if __name__ == "__main__":
    # Each period took 2 and 3 s, and Meta-Balancer 1 and 6 s.
    if ratios({**{f"every {period}": [2, 3] for period in PERIODS}, "trend": [1, 6]}) != ("1.40", "2.00"):
        sys.exit("ratios to fixed periods are wrong")
    if (counted(1, "round"), counted(3, "round")) != ("1 round", "3 rounds"):
        sys.exit("numbers of rounds are wrong")
    gains, longest = scores(FIGURES, ["none", "x", "y"])
    if gains != {"none": 0, "x": 0.5, "y": 0.5} or longest != {"none": 1.5, "x": 1.5, "y": 1.25}:
        sys.exit(f"scores are wrong: {gains}, {longest}")
    none, chosen = run("unequal", "none"), run("unequal", "forest")
    print(f"{none['seconds']:.2f} s without balancing, {chosen['seconds']:.2f} s with {', '.join(chosen['chosen'])}")
    same = none["checksums"] == chosen["checksums"]
    sys.exit(0 if same and chosen["seconds"] <= 0.9 * none["seconds"] else f"same answers: {same}")
