# SPDX-License-Identifier: Apache-2.0
"""The command line of a benchmark of slow links, and where its results go."""
import argparse
import datetime
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import curve_files
import plots
import report
from runs import Bench, Failed


@dataclass
class Benchmark:
    description: str             # of the command, one line
    parts: dict                  # a function that measures, by letter: Bench -> Part
    page: str                    # name of the page of the documentation
    images: str                  # folder of its plots in images/
    introduction: str            # the page up to the first part

    def arguments(self):
        parser = argparse.ArgumentParser(description=self.description,
                                         epilog="CARDON_BINARY names the program, CARDON_MPIRUN the launcher.")
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {' '.join(self.parts)}; all without")
        parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
        parser.add_argument("--check", action="store_true", help="exit code 1 if a figure was missed")
        parser.add_argument("--out", type=Path,
                            help=f"folder for figures.json, {self.page} and images/{self.images}/; parts add up")
        parser.add_argument("--jobs", type=int, default=4, help="runs at a time, where ranks only sleep (default 4)")
        parser.add_argument("--ranks", choices=["sleep", "work", "both"], default="both",
                            help="sleep or work through their computing, or one after the other (default)")
        parser.add_argument("--latencies", type=int, nargs="+", metavar="MS", help="instead of a part's own; with 75, which is judged")
        parser.add_argument("--depths", type=int, nargs="+", metavar="LAYERS", help="set by hand, instead of a part's own; with 1")
        parser.add_argument("--repeats", type=int, default=1, help="runs of each configuration; the fastest counts")
        options = parser.parse_args()
        unknown = [part for part in options.parts if part not in self.parts]
        if unknown:
            parser.error(f"there is no part {unknown[0]}: parts are {' '.join(self.parts)}")
        for given, name, judged in ((options.latencies, "latencies", 75), (options.depths, "depths", 1)):
            if given and judged not in given:
                parser.error(f"--{name} must have {judged}, which is judged")
        return options

    def write(self, part, bench, folder):
        """Adds a part to figures.json and to the page made of it, and its plots to the images, with files of curves that no table
        has; a part whose ranks worked to the part whose ranks slept. Returns that part as JSON."""
        images, file = folder / "images" / self.images, folder / "figures.json"
        images.mkdir(parents=True, exist_ok=True)
        figures = json.loads(file.read_text()) if file.exists() else {}
        new = {"date": datetime.date.today().isoformat(), "quick": bench.quick, **report.as_json(part)}
        known = figures.get(part.letter, {})
        if bench.computing_by == "work":
            figures[part.letter] = {**(known or new), report.COMPUTING: new}
        else:
            figures[part.letter] = {**new, report.COMPUTING: known.get(report.COMPUTING)}
        file.write_text(json.dumps(figures, indent=1) + "\n")
        (folder / self.page).write_text(report.page(self.introduction, figures, self.images))
        if bench.computing_by == "sleep":
            self.draw(part, images)
        return figures[part.letter]

    @staticmethod
    def draw(part, images):
        for plot in part.plots:
            if not plot.in_table:
                curve_files.write(plot, images)
        if not plots.available():
            print("no plots: this Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
            return
        for plot in part.plots:
            plots.draw(plot, images)

    def main(self):
        """Runs what the command line asks for; returns the exit code."""
        options = self.arguments()
        ways = ["sleep", "work"] if options.ranks == "both" else [options.ranks]
        with tempfile.TemporaryDirectory() as scratch:
            good = True
            for letter in options.parts or self.parts:
                for computing_by in ways:
                    bench = Bench(options.jobs, options.repeats, options.quick, computing_by, options.latencies, options.depths)
                    try:
                        part = self.parts[letter](bench)
                    except Failed as failure:
                        print(f"part {letter}: a run failed\n{failure}", file=sys.stderr)
                        return 2
                    print(f"ranks {computing_by}: {report.as_text(part)}", flush=True)
                    good = good and (part.good or computing_by == "work")
                    figures = self.write(part, bench, options.out or Path(scratch))
                if len(ways) == 2:
                    print(report.both_as_text(figures), flush=True)
        return 1 if options.check and not good else 0
