#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sites without a common file system: each keeps its files of a checkpoint on its own storage, with manifest and `latest`,
and a restart finds them wherever they lie. Storages are folders that a mount puts in the place of `runs`, for which one
has to be root."""
import os
import shutil
import subprocess
import sys

from restart_cases import WAVETOY, Machine, cardon_run, differences, run

TWO = Machine(3, (2, 1), {"ghost_zones": {"a-b": 3}})
SKIPPED = 77


def can_mount(folder):
    for name in ("runs", "probe"):
        (folder / name).mkdir()
    script = "mount --bind probe runs && touch runs/seen"
    done = subprocess.run(["unshare", "-m", "sh", "-c", script], cwd=folder, capture_output=True)
    return done.returncode == 0 and (folder / "probe/seen").exists()


def call(folder, name, machine, storages, *arguments):
    """`storages`: folders that stand for `runs`, each with the number of ranks that see it, in the order of ranks."""
    file = cardon_run.write_parfile(folder / f"{name}.yaml", machine.applied_to(WAVETOY))
    words = [str(cardon_run.BINARY), "run", str(file), "--out", f"runs/{name}", *arguments]
    parts = []
    for storage, ranks in storages:
        (folder / storage).mkdir(exist_ok=True)
        script = f'mount --bind {storage} runs && exec "$@"'
        parts.append((ranks, ["unshare", "-m", "sh", "-c", script, "sh", *words]))
    done = subprocess.run(cardon_run.launch_of(*parts), cwd=folder, env=cardon_run.environment(), capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=60 * cardon_run.PATIENCE)
    return cardon_run.Result(name, done.returncode, done.stdout, done.stderr, 0)


HOME = [("a", 2), ("b", 1)]


def complete(folder):
    """Every storage has its own files, the same manifest, and as many checkpoints as are to be kept."""
    found = []
    for site, other in ("ab", "ba"):
        checkpoints = folder / site / "first/checkpoints"
        names = sorted(path.name for path in checkpoints.iterdir())
        if names != ["it000010", "it000015", "it000020", "latest"] or os.readlink(checkpoints / "latest") != "it000020":
            found.append(f"storage {site} has {names}")
        elif not (checkpoints / f"it000020/{site}-0.h5").exists() or (checkpoints / f"it000020/{other}-0.h5").exists():
            found.append(f"storage {site} has {list((checkpoints / 'it000020').iterdir())}")
    manifests = [(folder / site / "first/checkpoints/it000020/manifest.json").read_bytes() for site in "ab"]
    if manifests[0] != manifests[1]:
        found.append("the manifests differ")
    return found


def restarted(folder, reference, name, machine, storages, iteration, *texts, wanted="runs/first"):
    result = call(folder, name, machine, storages, "--restart", wanted)
    if result.code != 0 or any(t not in result.out for t in (f"restarted from iteration {iteration} of", *texts)):
        return [f"expected iteration {iteration}, {texts}\n{result.report()}"]
    went_on = cardon_run.RunFolder(folder / storages[0][0] / name)
    return differences(reference, went_on)


def gathered(folder, reference):
    """The files of all sites on one storage."""
    shutil.copytree(folder / "a/first", folder / "c/first", symlinks=True)
    done = cardon_run.call(["gather", folder / "c/first", folder / "b/first"], cwd=folder)
    if done.code != 0:
        return [done.report()]
    return restarted(folder, reference, "gathered", TWO, [("c", 3)], 20)


def refused(folder, name, storages, *texts):
    result = call(folder, name, TWO, storages, "--restart", "runs/first")
    if result.code != 2 or any(text not in result.err for text in texts):
        return [f"expected {texts}\n{result.report()}"]
    return []


def check(folder, reference):
    first = call(folder, "first", TWO, HOME, "checkpoint.every=5", "checkpoint.keep=3", "time.stop.iterations=23")
    if first.code != 0:
        return [first.report()]
    found = complete(folder)
    found += restarted(folder, reference, "same", TWO, HOME, 20)
    # The first rank is where site b was, and there is one rank less.
    found += restarted(folder, reference, "elsewhere", Machine(2, (1, 1)), [("b", 1), ("a", 1)], 20)
    found += restarted(folder, reference, "named", TWO, HOME, 20, wanted="runs/first/checkpoints/latest")
    found += gathered(folder, reference)
    # Killed when rank 0 was through, and site b was not.
    of_b = folder / "b/first/checkpoints"
    (of_b / "it000020/manifest.json").unlink()
    (of_b / "it000020").rename(of_b / "it000020.part")
    found += restarted(folder, reference, "behind", TWO, HOME, 20)
    (of_b / "it000020.part/b-0.h5").unlink()
    found += restarted(folder, reference, "without", TWO, HOME, 15, "it000020 cannot be used: b-0.h5 is missing",
                       "site b wrote on its own storage", "cardon gather")
    found += refused(folder, "one", [("a", 3)], "restart/no-checkpoint", "it000015 cannot be used: b-0.h5 is missing",
                     "cardon gather")
    return found


def main():
    with cardon_run.folder() as folder:
        if not can_mount(folder):
            print("skipped: it takes root to mount a folder")
            return SKIPPED
        try:
            found = check(folder, run(folder, "reference", WAVETOY, Machine()))
        except RuntimeError as error:
            found = [str(error)]
    print("FAILED" if found else "ok    ", *found, sep="\n  " if found else " ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
