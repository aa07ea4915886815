#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Standard input, output or error may be closed: what is meant for them gets into no file, and every verb works."""
import itertools
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

PROBLEM = {
    "thorns": ["WaveToy"],
    "grid": {"points": [17], "domain": [[0, 1]]},
    "time": {"stop": {"iterations": 20}},
    "output": {"scalars": {"every": 1, "fields": ["phi"], "reductions": ["max"]},
               "lines": {"every": 10, "fields": ["phi"]}},
    "checkpoint": {"every": 10},
}
CLOSING = ("<&-", ">&-", "2>&-")
TEXTS = ("iter ", "Mpoint/s", "finished after", "warning:", "error:", "+- Cardon", "checkpoints at")


def call(folder, closed, *arguments):
    # Two more would come to lie in the closed places as well.
    script = 'exec "$@" ' + " ".join(CLOSING[number] for number in closed)
    return subprocess.run(["sh", "-c", script, "sh", str(cardon_run.BINARY), *map(str, arguments)], cwd=folder,
                          env=cardon_run.environment(), capture_output=True, text=True, timeout=60 * cardon_run.PATIENCE)


def of_the_screen(run):
    """Files of a run with text of the screen, but for its log."""
    return [f"{file.name}: {text}" for file in sorted(run.rglob("*"))
            if file.is_file() and file.suffix in (".tsv", ".json", ".jsonl", ".h5", ".png")
            for text in TEXTS if text.encode() in file.read_bytes()]


def closed_in_a_run(folder, reference, closed):
    name = "closed-" + "".join(map(str, closed))
    done = call(folder, closed, "run", "t.yaml", "--out", name)
    if done.returncode != 0:
        return [f"{name}: exit code {done.returncode}\n{done.stdout}{done.stderr}"]
    run = cardon_run.RunFolder(folder / name)
    found = [f"{name}: {text}" for text in of_the_screen(run.path)]
    if run.scalars_text != reference.scalars_text or run.checksums != reference.checksums:
        found.append(f"{name}: other results\n{run.scalars_text[-200:]}")
    return found


def closed_in_other_verbs(folder):
    found = []
    for arguments in (["list", "thorns"], ["check", "t.yaml"], ["describe", "WaveToy"], ["info", "reference"],
                      ["compare", "reference", "closed-012"], ["plot", "reference"]):
        done = call(folder, (0, 1, 2), *arguments)
        if done.returncode != 0:
            found.append(f"{arguments}: exit code {done.returncode}")
    mistaken = call(folder, (0, 1), "run", "nosuch.yaml")
    if mistaken.returncode != 2 or "nosuch.yaml" not in mistaken.stderr:
        found.append(f"exit code {mistaken.returncode}\n{mistaken.stderr}")
    return found + of_the_screen(folder / "reference")


def main():
    with cardon_run.folder() as folder:
        cardon_run.write_parfile(folder / "t.yaml", PROBLEM)
        first = call(folder, (), "run", "t.yaml", "--out", "reference")
        if first.returncode != 0 or not any(text in first.stdout for text in TEXTS):
            print("FAILED", first.stdout, first.stderr)
            return 1
        reference = cardon_run.RunFolder(folder / "reference")
        found = []
        for count in (1, 2, 3):
            for closed in itertools.combinations((0, 1, 2), count):
                found += closed_in_a_run(folder, reference, closed)
        found += closed_in_other_verbs(folder)
    print("FAILED" if found else "ok", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
