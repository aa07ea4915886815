#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged and incomplete checkpoints are seen, named, and passed over for the one before: by ranks that are threads, once over MPI."""
import shutil
import sys

from restart_cases import WAVETOY, Machine, cardon_run, differences, many_runs, run

TWO = Machine(2, (1, 1))


def flip(file, position):
    data = bytearray(file.read_bytes())
    data[position] ^= 4
    file.write_bytes(data)


def restart(folder, name, wanted):
    file = cardon_run.write_parfile(folder / f"{name}.yaml", TWO.applied_to(WAVETOY))
    start = cardon_run.call if name == "flipped" else many_runs.call
    return start(["run", file, "--out", folder / name, "--restart", wanted], ranks=2, cwd=folder)


def flipped(run_folder):
    file = run_folder / "checkpoints/it000020/b-0.h5"
    flip(file, file.stat().st_size // 2)
    return "it000020 cannot be used: b-0.h5 is damaged"


def truncated(run_folder):
    with open(run_folder / "checkpoints/it000020/a-0.h5", "r+b") as file:
        file.truncate(5000)
    return "a-0.h5 has 5000 bytes instead of"


def without_table(run_folder):
    (run_folder / "checkpoints/it000020/a-0.json").unlink()
    return "a-0.json is missing"


def damaged_manifest(run_folder):
    flip(run_folder / "checkpoints/it000020/manifest.json", 300)
    return "manifest.json is damaged"


def cut_off(run_folder):
    checkpoints = run_folder / "checkpoints"
    (checkpoints / "it000020/manifest.json").unlink()
    (checkpoints / "it000020").rename(checkpoints / "it000020.part")
    return "it000020.part cannot be used: it was never finished"


def check(folder, reference, original, damage):
    name = damage.__name__
    damaged = folder / f"{name}-first"
    shutil.copytree(original.path, damaged, symlinks=True)
    expected = damage(damaged)
    result = restart(folder, name, damaged)
    found = []
    if result.code != 0 or expected not in result.out or "restarted from iteration 15" not in result.out:
        found.append(f"expected: {expected}\n{result.report()}")
    else:
        found += differences(reference, cardon_run.RunFolder(folder / name))
    if name not in ("flipped", "truncated"):
        return found
    named = restart(folder, name + "-named", damaged / "checkpoints/it000020")
    if named.code != 2 or "restart/no-checkpoint" not in named.err:
        found.append(named.report())
    return found


def nothing_left(folder, original):
    for checkpoint in (original.path / "checkpoints").glob("it*"):
        flip(checkpoint / "b-0.h5", 3000)
    result = restart(folder, "nothing", original.path)
    if result.code != 2 or "restart/no-checkpoint" not in result.err or result.err.count("b-0.h5 is damaged") != 2:
        return [result.report()]
    return []


def latest(folder, *arguments, restart="latest"):
    return many_runs.call(["run", folder / "wave.yaml", *(["--restart", restart] if restart else []), *arguments], cwd=folder)


def run_before(folder, reference):
    """Where no checkpoint of the newest run is good, those of the run before are used, if it computed the same."""
    folder = folder / "before"
    folder.mkdir()
    cardon_run.write_parfile(folder / "wave.yaml", {**WAVETOY, "checkpoint": {"on_stop": "early"}})
    latest(folder, "checkpoint.every=5", "time.stop.iterations=13", restart=None)
    latest(folder, "checkpoint.every=5", "time.stop.iterations=23")
    runs = folder / "runs/wave"
    files = list((runs / "0002/checkpoints").glob("it*/*.h5"))
    for file in files:
        flip(file, 30000)
    found = []
    for wanted in ("latest", "runs/wave/0002"):
        shutil.rmtree(runs / "0003", ignore_errors=True)
        result = latest(folder, restart=wanted)
        expected = ["restarted from iteration 10 of runs/wave/0001"]
        expected += [f"{file.parent.name} cannot be used: {file.name} is damaged in block" for file in files]
        if result.code != 0 or any(text not in result.out for text in expected):
            found.append(f"{wanted}\n{result.report()}")
            continue
        newest = cardon_run.RunFolder(runs / "0003")
        found += differences(reference, newest)
        if newest.summary["restarted_from"] != {"run": "runs/wave/0001", "iteration": 10}:
            found.append(str(newest.summary["restarted_from"]))
    latest(folder, "WaveToy.speed=2", "checkpoint.every=5", "time.stop.iterations=8", restart=None)
    flip(runs / "0004/checkpoints/it000005" / files[0].name, 30000)
    result = latest(folder)
    if (result.code != 2 or "restart/no-checkpoint" not in result.err
            or "runs/wave/0001 cannot be used: WaveToy::speed is 2, but 1 in the checkpoint" not in result.err):
        found.append(result.report())
    return found


def main():
    failed = 0
    with cardon_run.folder() as folder:
        reference = run(folder, "reference", WAVETOY, Machine(), mpi=False)
        original = run(folder, "first", WAVETOY, TWO, "checkpoint.every=5", "time.stop.iterations=23")
        kept = sorted(path.name for path in (original.path / "checkpoints").iterdir())
        if kept != ["it000015", "it000020", "latest"]:
            print("FAILED checkpoints of the run:", kept)
            failed += 1
        for damage in (flipped, truncated, without_table, damaged_manifest, cut_off):
            found = check(folder, reference, original, damage)
            print("FAILED" if found else "ok    ", damage.__name__, *found, sep="\n  " if found else " ", flush=True)
            failed += bool(found)
        for name, found in (("nothing left", nothing_left(folder, original)),
                            ("run before", run_before(folder, reference))):
            print("FAILED" if found else "ok    ", name, *found)
            failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
