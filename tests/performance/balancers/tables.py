#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published tables of balancers beside those that Cardon finds on virtual ranks.

    tests/performance/balancers/tables.py                     # all, in Markdown: an hour
    tests/performance/balancers/tables.py grid leanmd         # a family, and one experiment
    tests/performance/balancers/tables.py --quick             # the main figures of each, and whether they hold

Times of steps are virtual; only what plans cost is measured here, in processor time.
"""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import gossip  # noqa: E402
import grid  # noqa: E402
import mesh  # noqa: E402
from trials import Checks  # noqa: E402

FAMILIES = {"grid": grid, "gossip": gossip, "mesh": mesh}


EXPERIMENTS = {e.__name__: e for family in FAMILIES.values() for e in family.EXPERIMENTS}


def run(what, quick):
    """Families and experiments by name; none: all. Returns an exit code."""
    chosen = [e for name in what or FAMILIES
              for e in (FAMILIES[name].EXPERIMENTS if name in FAMILIES else (EXPERIMENTS[name],))]
    check = Checks()
    for experiment in chosen:
        print(f"## {experiment.__name__}: {' '.join((experiment.__doc__ or '').split())}\n")
        experiment(check, quick)
    return check.report()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="what", help=", ".join([*FAMILIES, *EXPERIMENTS]))
    parser.add_argument("--quick", action="store_true", help="the main figures only")
    arguments = parser.parse_args()
    unknown = set(arguments.what) - set(FAMILIES) - set(EXPERIMENTS)
    if unknown:
        parser.error(f"there is no experiment {', '.join(sorted(unknown))}")
    return run(arguments.what, arguments.quick)


if __name__ == "__main__":
    sys.exit(main())
