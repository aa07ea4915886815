#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the outputs of a run cost: runs with all of them, without any, and with one kind each, in turns.

    CARDON_BINARY=build/bin/cardon tests/performance/outputs/loss.py [--ranks 2] [--rounds 7] [--against other/cardon]

Loss is the time of the whole run, from the start of the program to its end, relative to that without outputs in the same round.
Checkpoints are off, except in the last case. With --against, every case is also run with another build, in turn."""
import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

ALL = ["scalars", "lines", "slices", "fields"]
CASES = {"none": [], "scalars": ["scalars"], "lines": ["lines"], "slices": ["slices"], "fields": ["fields"], "all": ALL,
         "all, at their steps": ALL, "all, checkpoint": ALL}


def sections(text):
    """Top-level sections of a parameter file by name, as lists of lines."""
    found, name = {}, ""
    for line in text.splitlines():
        if line[:1].isalpha():
            name = line.split(":")[0]
        found.setdefault(name, []).append(line)
    return found


def parfile(path, text, case):
    """Writes the parameter file with the outputs of this case alone."""
    parts = sections(text)
    kept = [line for line in parts.pop("output")[1:] if line.split(":")[0].strip() in CASES[case]]
    parts.pop("expect", None)
    background = "never" if case.endswith("steps") else "always"
    on_stop = "always" if case.endswith("checkpoint") else "never"
    lines = [line for part in parts.values() for line in part] + ["output:", f"  background: {background}", *kept,
                                                                  f"checkpoint: {{on_stop: {on_stop}}}"]
    path.write_text("\n".join(lines) + "\n")
    return path


def run(binary, text, case, arguments):
    """The summary of a run."""
    with cardon_run.folder(arguments.folder) as folder:
        cardon_run.BINARY = Path(binary)
        file = parfile(folder / "case.yaml", text, case)
        result = cardon_run.call(["run", file, "--out", folder / "run", "--quiet", *arguments.set], ranks=arguments.ranks,
                                 timeout=600)
        if result.code != 0:
            raise SystemExit(result.report())
        return cardon_run.RunFolder(folder / "run").summary


def measure(binaries, arguments):
    text = arguments.file.read_text()
    cases = [case for case in CASES if not arguments.only or case == "none" or case in arguments.only]
    found = {(binary, case): [] for case in cases for binary in binaries}
    for _ in range(arguments.rounds):
        for (binary, case), summaries in found.items():
            summaries.append(run(binary, text, case, arguments))
    if len({str(summary["checksums"]) for summaries in found.values() for summary in summaries}) > 1:
        sys.exit("outputs or builds change the answer")
    return found


def row(summaries, base):
    """Seconds of the run; loss as quartiles of rounds; parts as medians."""
    walls = [summary["wall_seconds"] for summary in summaries]
    losses = [100 * (wall / without["wall_seconds"] - 1) for wall, without in zip(walls, base)]
    low, middle, high = statistics.quantiles(losses, n=4) if len(losses) > 1 else losses * 3
    parts = [statistics.median(summary.get(key, 0) for summary in summaries)
             for key in ("evolution_seconds", "output_seconds", "output_wait_seconds", "output_hidden_seconds")]
    return (f"{statistics.median(walls):8.3f} {middle:6.1f} ({low:5.1f} {high:5.1f})" +
            "".join(f"{part:10.3f}" for part in parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=cardon_run.SOURCE / "parfiles/quickstart.yaml")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", action="append", default=[], help="this case, beside none; may be repeated")
    parser.add_argument("--against", action="append", default=[], help="another program; may be repeated")
    parser.add_argument("--folder", help="on the storage to be measured")
    parser.add_argument("--set", action="append", default=[], help="KEY=VALUE of all runs; may be repeated")
    arguments = parser.parse_args()
    binaries = [str(cardon_run.BINARY), *arguments.against]
    found = measure(binaries, arguments)
    print(f"{'':24}{'run, s':>8}  loss, % (quartiles)   steps, s  output, s   wait, s  beside, s")
    for (binary, case), summaries in found.items():
        name = case if len(binaries) == 1 else f"{case} {'ab'[binaries.index(binary)]}"
        print(f"{name:24}" + row(summaries, found[binary, "none"]))


if __name__ == "__main__":
    main()
