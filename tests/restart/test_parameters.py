#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which parameters may change on restart, what wins, and what people are told."""
import copy
import sys
import time

from restart_cases import STEPS, WAVEMOL, WAVETOY, Machine, cardon_run, differences, run

ONE = Machine()


def changed(**sections):
    problem = copy.deepcopy(WAVETOY)
    for section, values in sections.items():
        if isinstance(values, dict):
            problem.setdefault(section, {}).update(values)
        else:
            problem[section] = values
    return problem


def restart(folder, name, problem, *arguments):
    file = cardon_run.write_parfile(folder / f"{name}.yaml", problem)
    return cardon_run.call(["run", file, "--out", folder / name, "--restart", folder / "first", *arguments], cwd=folder)


def refused(folder, name, problem, *texts, arguments=()):
    result = restart(folder, name, problem, *arguments)
    if result.code != 2 or any(text not in result.err for text in texts):
        return [f"expected exit code 2 and {texts}\n{result.report()}"]
    if (folder / name).exists():
        return ["it made a run folder"]
    return []


def errors(folder):
    """All problems come in one pass."""
    found = refused(folder, "several", changed(WaveToy={"width": 0.4}, time={"courant": 0.2}),
                    "WaveToy::width is 0.4, but 0.3 in the checkpoint", "several.yaml:",
                    "time.courant is 0.2, but 0.3 in the checkpoint", "restart/fixed-parameter", "2 errors")
    found += refused(folder, "command", WAVETOY, "WaveToy::order is 4", "command line", "restart/fixed-parameter",
                     arguments=["WaveToy.order=4"])
    found += refused(folder, "grid", changed(grid={"points": [40, 18, 17]}), "grid.points is [40, 18, 17]")
    found += refused(folder, "end", changed(time={"stop": {"iterations": 10}}), "restart/nothing-left",
                     "the run ends at iteration 10, the checkpoint is of iteration 16")
    walls = {"boundary": ["periodic", "periodic", "periodic"]}
    more = changed(thorns=["WaveToy", "Diffusion"])
    more["grid"].update(walls)
    first = copy.deepcopy(WAVETOY)
    first["grid"].update(walls)
    run(folder, "periodic", first, ONE, "checkpoint.every=8", "time.stop.iterations=16")
    file = cardon_run.write_parfile(folder / "fields.yaml", more)
    result = cardon_run.call(["run", file, "--out", folder / "fields", "--restart", folder / "periodic"], cwd=folder)
    if result.code != 2 or "Diffusion::" not in result.err or "restart/missing-field" not in result.err:
        found.append(result.report())
    return found


def written_otherwise(folder):
    """The same values in another form are not a change."""
    problem = copy.deepcopy(WAVETOY)
    problem["grid"]["domain"] = [[float(end) for end in ends] for ends in problem["grid"]["domain"]]
    result = restart(folder, "otherwise", problem)
    return [] if result.code == 0 and "grid.domain" not in result.out else [result.report()]


def other_thorn(folder):
    problem = copy.deepcopy(WAVEMOL)
    return refused(folder, "other", problem, "restart/fixed-parameter", "WaveMoL::phi is not in the checkpoint",
                   "the checkpoint has WaveToy::phi, but this run does not")


def kept(folder):
    """What was given on the command line holds after a restart without it; a change of how is printed."""
    whole = run(folder, "whole", WAVETOY, ONE, "WaveToy.speed=2")
    run(folder, "first-fast", WAVETOY, ONE, "WaveToy.speed=2", "checkpoint.every=8", "checkpoint.on_stop=early",
        f"time.stop.iterations={STEPS - 8}")
    file = cardon_run.write_parfile(folder / "kept.yaml", WAVETOY)
    result = cardon_run.call(["run", file, "--out", folder / "kept", "--restart", folder / "first-fast",
                              "health.every=2"], cwd=folder)
    if result.code != 0 or "health.every = 2 (was 5; command line)" not in result.out:
        return [result.report()]
    resolved = (folder / "kept/resolved.yaml").read_text()
    if "speed: 2 " not in resolved or "checkpoint it000016" not in resolved:
        return [resolved]
    return differences(whole, cardon_run.RunFolder(folder / "kept"))


def cut_table(folder):
    """With salvage, a row that the earlier run has left cut is not taken over, and people are told."""
    run(folder, "cut-first", WAVETOY, ONE, "checkpoint.every=8", f"time.stop.iterations={STEPS - 8}")
    table = folder / "cut-first/scalars.tsv"
    lines = table.read_text().splitlines(keepends=True)
    last = next(n for n, line in enumerate(lines) if line.startswith("16\t"))
    table.write_text("".join(lines[:last]) + lines[last][:-4])
    file = cardon_run.write_parfile(folder / "cut.yaml", WAVETOY)
    result = cardon_run.call(["run", file, "--out", folder / "cut", "--restart", folder / "cut-first",
                              "output.on_damaged_table=salvage"], cwd=folder)
    if result.code != 0 or "restart/table-row" not in result.out + result.err:
        return [result.report()]
    rows = (folder / "cut/scalars.tsv").read_text().splitlines(keepends=True)
    return [] if rows[:last] == lines[:last] and rows[last].startswith("20\t") else ["".join(rows)]


def latest(folder):
    """Runs of one parameter file below runs/; a run without checkpoints is passed over."""
    place = folder / "latest"
    place.mkdir()
    file = cardon_run.write_parfile(place / "wave.yaml", WAVETOY)
    none = cardon_run.call(["run", file, "--restart", "latest"], cwd=place)
    cardon_run.call(["run", file, "checkpoint.every=10", "checkpoint.on_stop=early"], cwd=place)
    cardon_run.call(["run", file, "checkpoint.on_stop=early"], cwd=place)
    result = cardon_run.call(["run", file, "--restart", "latest"], cwd=place)
    found = []
    if none.code != 2 or any(t not in none.err for t in ("restart/no-checkpoint", "below runs/wave, where latest looks",
                                                         "name a run folder")):
        found.append(none.report())
    if result.code != 0 or "restarted from iteration 20 of runs/wave/0001" not in result.out:
        found.append(result.report())
    elif not (place / "runs/wave/0003/scalars.tsv").exists():
        found.append("the restarted run has no folder of its own")
    return found


def latest_beside(folder):
    """With --out, latest looks beside that folder, too: for runs of a parameter file of the same name."""
    place = folder / "beside"
    place.mkdir()
    problem = cardon_run.write_parfile(place / "wave.yaml", WAVETOY)
    other = cardon_run.write_parfile(place / "other.yaml", WAVEMOL)
    for name, file in (("2", problem), ("1", problem), ("3", other)):
        stop = 12 if name == "1" else 9
        run_before = cardon_run.call(["run", file, "--out", f"scratch/{name}", "checkpoint.every=4",
                                      f"time.stop.iterations={stop}"], cwd=place)
        if run_before.code != 0:
            return [run_before.report()]
        time.sleep(1)  # times of start are known to a second
    result = cardon_run.call(["run", problem, "--out", "scratch/4", "--restart", "latest"], cwd=place)
    if result.code != 0 or "restarted from iteration 12 of scratch/1" not in result.out:
        return [result.report()]
    return []


def main():
    with cardon_run.folder() as folder:
        run(folder, "first", WAVETOY, ONE, "checkpoint.every=8", "checkpoint.on_stop=early", "time.stop.iterations=20")
        return cardon_run.exit_code((errors, written_otherwise, other_thorn, kept, cut_table, latest, latest_beside), folder)


if __name__ == "__main__":
    sys.exit(main())
