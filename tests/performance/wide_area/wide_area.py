#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each technique for slow links gains: runs cardon over emulated links and prints tables; draws plots; writes figures.

    tests/performance/wide_area/wide_area.py --out /tmp/wide-area          # all parts
    tests/performance/wide_area/wide_area.py A D --quick --check
"""
import argparse
import datetime
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import compression  # noqa: E402
import depth  # noqa: E402
import latency  # noqa: E402
import messages  # noqa: E402
import plots  # noqa: E402
import report  # noqa: E402
import together  # noqa: E402
from runs import Bench, Failed  # noqa: E402

PARTS = {"A": latency.measure, "B": depth.measure, "C": compression.measure, "D": messages.measure, "E": together.measure}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0],
                                     epilog="CARDON_BINARY names the program, CARDON_MPIRUN the launcher.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {' '.join(PARTS)}; all without")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a figure was missed")
    parser.add_argument("--out", type=Path, help="folder for figures.json, wide-area-results.md and images/wide-area/; parts add up")
    parser.add_argument("--jobs", type=int, default=4, help="runs at a time, where ranks only sleep (default 4)")
    parser.add_argument("--repeats", type=int, default=1, help="runs of each configuration; the fastest counts")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}: parts are {' '.join(PARTS)}")
    return options


def write(part, folder):
    """Adds a part to figures.json and to the page made of it, and its plots to images/wide-area/."""
    images, file = folder / "images/wide-area", folder / "figures.json"
    images.mkdir(parents=True, exist_ok=True)
    figures = json.loads(file.read_text()) if file.exists() else {}
    figures[part.letter] = {"date": datetime.date.today().isoformat(), **report.as_json(part)}
    file.write_text(json.dumps(figures, indent=1) + "\n")
    (folder / "wide-area-results.md").write_text(report.page(figures))
    if not plots.available():
        print("no plots: this Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return
    for plot in part.plots:
        plots.draw(plot, images)


def main():
    options = arguments()
    bench = Bench(options.jobs, options.repeats, options.quick)
    parts = []
    for letter in options.parts or PARTS:
        try:
            part = PARTS[letter](bench)
        except Failed as failure:
            print(f"part {letter}: a run failed\n{failure}", file=sys.stderr)
            return 2
        print(report.as_text(part), flush=True)
        parts.append(part)
        if options.out:
            write(part, options.out)
    return 1 if options.check and not all(part.good for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
