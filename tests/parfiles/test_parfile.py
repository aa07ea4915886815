#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A shipped parameter file passes `cardon check`, and runs, shortened, with the same result on one rank and on two, which are
processes for one file in four and threads for the others, and compute in tiles, with two threads each. The result is that of
earlier revisions, see stored_checksums.py.

The file may say what to expect, in one line:   expect: {exit: 3, iterations: 500}
  exit         exit code of the run (default 0)
  check        1: the file is for `cardon check` only
  ranks        the file runs on so many ranks only: the second run then differs in what the driver does instead
  iterations   length of the shortened run (default 3; as written in the file if exit is not 0)
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402
import stored_checksums  # noqa: E402

KEYS = {"check", "exit", "iterations", "ranks"}
TILED = ["driver.tiles={steps: 2, rows: 8}", "driver.threads=2"]
OTHER_DRIVING = ["machine.emulate=false", "driver.overlap=never", "driver.compression=none", *TILED]


def expectations(text):
    """The mapping behind `expect:`."""
    line = re.search(r"^expect:(.*)$", text, re.MULTILINE)
    if not line:
        return {}
    pairs = re.fullmatch(r"\s*\{(.*)\}\s*(#.*)?", line[1])
    if not pairs:
        sys.exit(f"write expect: as one line such as {{exit: 0}}, not '{line[0]}'")
    values = {key.strip(): int(value) for key, value in (p.split(":") for p in pairs[1].split(",") if p.strip())}
    if set(values) - KEYS:
        sys.exit(f"expect: may have {', '.join(sorted(KEYS))}, not {', '.join(sorted(set(values) - KEYS))}")
    return values


def require(truth, message, result):
    if not truth:
        sys.exit(f"{message}\n{result.report()}")


def check(file):
    result = many_runs.call(["check", file, "--strict"], timeout=60)
    require(result.code == 0, "check does not accept the file", result)
    require(result.out.rstrip().endswith("ready to run"), "check does not end with 'ready to run'", result)


def over_mpi(file):
    return sum(file.name.encode()) % 4 == 0


def run(file, folder, ranks, expected, changes=()):
    """Runs in `folder` and returns the checksums of the final state."""
    code = expected.get("exit", 0)
    iterations = expected.get("iterations", 3 if code == 0 else None)
    stop = [f"time.stop.iterations={iterations}"] if iterations is not None else []
    start = cardon_run.call if ranks > 1 and over_mpi(file) else many_runs.call
    result = start(["run", file, "--out", "out", *stop, *changes], ranks=ranks, cwd=folder, timeout=100)
    require(result.code == code, f"the exit code on {ranks} ranks is not {code}", result)
    summary = cardon_run.RunFolder(folder / "out").summary
    if code == 0:
        require(summary["status"] == "finished", "the run did not finish", result)
        require(0 < summary["iterations"] <= iterations, "the run was not shortened", result)
    require(summary["checksums"], "there are no checksums", result)
    return summary["checksums"], result


def main():
    file = Path(sys.argv[1]).resolve()
    stored_checksums.use_plain_functions()
    expected = expectations(file.read_text())
    check(file)
    if expected.get("check"):
        print(f"{file.name}: ready to run")
        return
    ranks = expected.get("ranks")
    ways = [(ranks, ()), (ranks, (*OTHER_DRIVING, cardon_run.NO_CHECKPOINT))] if ranks else [(1, ()), (2, (*TILED, cardon_run.NO_CHECKPOINT))]
    checksums = []
    for way in ways:
        with cardon_run.folder() as folder:
            checksum, result = run(file, folder, way[0], expected, way[1])
            checksums.append(checksum)
            arithmetic = stored_checksums.arithmetic_of(folder / "out")
    require(checksums[0] == checksums[1], f"the result depends on ranks or driver: {checksums}", result)
    changes = (cardon_run.SOURCE / "CHANGELOG.md").read_text()
    problem = stored_checksums.complaint(file.name, checksums[0], arithmetic, stored_checksums.read(), changes)
    require(not problem, problem, result)
    print("not compared with earlier revisions: this C library rounds differently" if problem is None else "as earlier revisions")
    print(f"{file.name}: ready to run, exit code {expected.get('exit', 0)}, the same in both ways: {ways}")


if __name__ == "__main__":
    main()
