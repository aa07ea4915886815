#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A disk that is full for one output after the other: the run names what failed first, and says how much was lost."""
import contextlib
import copy
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "lib"), str(TESTS / "faults")]
import cardon_run  # noqa: E402
import own_mounts  # noqa: E402

STEPS = 60
ONE = {
    "thorns": ["WaveToy"],
    "grid": {"points": [33], "domain": [[0, 1]]},
    "time": {"stop": {"iterations": 3000}},
    "WaveToy": {"width": 0.3, "centre": [0.5, 0, 0]},
}
THREE = {
    "thorns": ["WaveToy"],
    "grid": {"points": [17, 16, 15], "domain": [[0, 1], [0, 1], [0, 1]]},
    "time": {"courant": 0.3, "stop": {"iterations": STEPS}},
    "WaveToy": {"width": 0.3, "centre": [0.5, 0.5, 0.5]},
}
SCALARS = {"every": 1, "fields": ["phi", "energy"], "reductions": ["min", "max", "l2"]}
PROBES = {"every": 1, "fields": ["phi"], "line": {"from": [0.1], "to": [0.9], "count": 9}}


def problem(base, **output):
    config = copy.deepcopy(base)
    config["output"] = output
    return config


# What fails first: the problem, the folder that is small, its size.
OUTPUTS = {
    "output.scalars": (problem(ONE, scalars=SCALARS), "", "140k", "scalars.tsv"),
    "output.probes": (problem(ONE, probes=PROBES, scalars={**SCALARS, "every": 300}), "", "140k", "probes.tsv"),
    "output.fields": (problem(THREE, fields={"every": 5, "fields": ["phi"]}, scalars=SCALARS), "fields", "200k", "fields/"),
    "output.slices": (problem(THREE, slices={"every": 5, "fields": ["phi"]}, scalars=SCALARS), "slices", "120k", "slices/phi."),
    "output.lines": (problem(THREE, lines={"every": 1, "plane": "xy", "fields": ["phi"]}, scalars=SCALARS), "lines", "100k",
                     "lines/phi."),
    "output.spheres": (problem(THREE, spheres={"every": 1, "fields": ["phi"], "centre": [0.5, 0.5, 0.5], "radii": [0.3],
                                               "l_max": 6}, scalars=SCALARS), "spheres", "24k", "spheres/phi.r0.3.tsv"),
}


def run(folder, name, config, *arguments):
    file = cardon_run.write_parfile(folder / f"{name}.yaml", config)
    return cardon_run.call(["run", file, "--out", folder / name, *arguments], cwd=folder)


def first_line(text, word):
    return next((line for line in text.splitlines() if line.startswith(word)), "")


def stops(folder, output):
    """The error is of what failed first, with what was lost."""
    config, small, size, file = OUTPUTS[output]
    name = output.replace("output.", "stops-")
    own_mounts.small(folder / name / small, size)
    result = run(folder, name, config, "time.stop.iterations=100000000", "checkpoint.on_stop=never")
    first = first_line(result.err, "error:")
    if result.code != 4 or file not in first or "[output/write-failed]" not in result.err \
            or f"outputs of {output}, at iteration" not in result.err or "bug" in result.err:
        return [result.report()]
    return []


def goes_on(folder, output):
    config, small, size, file = OUTPUTS[output]
    name = output.replace("output.", "continues-")
    own_mounts.small(folder / name / small, size)
    result = run(folder, name, config, "output.on_failure=continue")
    said = result.out + result.err
    found = []
    if result.code != 0 or f"outputs of {output}, at iterations" not in said or "[output/write-failed]" not in said \
            or not any(file in line for line in said.splitlines() if line.startswith("warning:")):
        found.append(result.report())
    if not small:
        return found if "summary.json" in said or "performance.tsv" in said else [*found, "results: " + result.report()]
    summary = cardon_run.RunFolder(folder / name).summary
    lost = [entry for entry in summary.get("lost_outputs", []) if entry["output"] == output]
    if len(lost) != 1 or not 0 < lost[0]["lost"] < lost[0]["of"] or file not in lost[0]["reason"]:
        found.append(f"{summary.get('lost_outputs')}\n{result.report()}")
    elif f"lost: {lost[0]['lost']} of {lost[0]['of']} outputs of {output}" not in said:
        found.append(result.report())
    if small and output != "output.scalars" and len((folder / name / "scalars.tsv").read_text().splitlines()) != STEPS + 2:
        found.append("scalars.tsv is not whole")
    return found


def checkpoints(folder):
    """The older one stays; the run continues with a warning."""
    config = problem(THREE, scalars=SCALARS)
    config["checkpoint"] = {"every": 20}
    own_mounts.small(folder / "saves/checkpoints", "130k")
    result = run(folder, "saves", config)
    if result.code != 0 or "[checkpoint/not-written]" not in result.out or "No space left on device" not in result.out:
        return [result.report()]
    return []


def pages(path):
    return -(-path.stat().st_size // 4096)


def results_at_the_end(folder):
    """performance.tsv, warnings.txt and summary.json are written last."""
    config = {**problem(ONE, scalars={**SCALARS, "every": 300}), "checkpoint": {"on_stop": "never"}}
    last = ("performance.tsv", "summary.json", "warnings.txt")
    lock = 1                                                                   # of the folder, during the run
    found = []
    for name, code, arguments in (("ends", 4, ()), ("ends-continue", 0, ("output.on_failure=continue",))):
        twin = name.upper()   # provenance.json holds the name and the arguments
        if (whole := run(folder, twin, config, *arguments)).code != 0:
            return [whole.report()]
        used = lock + sum(pages(file) for file in (folder / twin).iterdir() if file.is_file() and file.name not in last)
        own_mounts.small(folder / name, f"{4 * used}k")
        result = run(folder, name, config, *arguments)
        said = first_line(result.err, "warning:" if code == 0 else "error:")
        left = [file.name for file in (folder / name).iterdir() if "partial" in file.name]
        if result.code != code or f"{name}/performance.tsv: No space left on device" not in said or left \
                or "finished after 3000 iterations" not in result.out:
            found.append(f"left: {left}\n{result.report()}")
    return found


def campaigns(folder):
    """Sweeps and convergence tests name their file, not standard output, and leave nothing that a later call could not use."""
    file, found = cardon_run.write_parfile(folder / "sweep.yaml", problem(ONE, scalars=SCALARS)), []
    for verb, words, plan in (("sweep", ["--vary", "WaveToy.width=0.2,0.3"], "sweep.json"),
                              ("converge", ["--quantity", "phi.l2"], "converge.json")):
        disk = own_mounts.small(folder / f"full-{verb}", "64k")
        (disk / "fill").write_bytes(bytes(60 << 10))
        (disk / verb).mkdir()
        with contextlib.suppress(OSError):
            (disk / "rest").write_bytes(bytes(4 << 10))
        result = cardon_run.call([verb, file, *words, "--out", disk / verb], cwd=folder)
        left = [path.name for path in (disk / verb).iterdir()]
        if result.code != 4 or f"{verb}/{plan}: No space left on device" not in result.err \
                or "[output/write-failed]" not in result.err or left:
            found.append(f"left: {left}\n{result.report()}")
    return found


def main():
    own_mounts.require()
    failed = 0
    with cardon_run.folder() as folder:
        try:
            cases = [(f"{output} {case.__name__}", lambda case=case, output=output: case(folder, output))
                     for output in OUTPUTS for case in (stops, goes_on)]
            cases += [("checkpoints", lambda: checkpoints(folder)), ("results", lambda: results_at_the_end(folder)),
                      ("campaigns", lambda: campaigns(folder))]
            for name, case in cases:
                found = case()
                print("FAILED" if found else "ok    ", name, *found, sep="\n" if found else " ", flush=True)
                failed += bool(found)
        finally:
            own_mounts.release(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
