#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installed copies without a thorn of services. Without the one that writes checkpoints runs end, checkpoints of others can be
continued from, and whoever wants one is told why there is none; parameters that no installed thorn obeys are refused."""
import shutil
import sys

from restart_cases import DIFFUSION, STEPS, Machine, cardon_run, differences, run

WRITER = "Checkpoints.so"


def copy_without(build, copy, *thorns):
    """The libraries of a build but for some thorns; returns the environment in which the program finds this copy."""
    (copy / "cardon").mkdir(parents=True)
    shutil.copy(build / "lib/libcardon.so.0", copy)
    for path in (build / "lib/cardon").iterdir():
        if path.name != "services":
            (copy / "cardon" / path.name).symlink_to(path)
    (copy / "cardon/services").mkdir()
    for path in (build / "lib/cardon/services").iterdir():
        if path.name not in thorns:
            (copy / "cardon/services" / path.name).symlink_to(path)
    return {**cardon_run.environment(), "LD_LIBRARY_PATH": str(copy)}


def call(folder, name, env, *arguments):
    return cardon_run.call(["run", folder / "plain.yaml", "--out", folder / name, "--quiet", *arguments], cwd=folder, env=env)


def expect(result, code, *words):
    if result.code == code and all(word in result.err for word in words):
        return []
    return [f"expected exit code {code} and {words}:\n{result.report()}"]


def restarted(folder, env):
    """From the middle of a run of the whole copy, on another number of ranks."""
    whole = run(folder, "whole", DIFFUSION, Machine(2), mpi=False)
    run(folder, "half", DIFFUSION, Machine(2), f"time.stop.iterations={STEPS // 2}", "checkpoint.on_stop=always", mpi=False)
    result = call(folder, "more", env, "--restart", folder / "half", f"time.stop.iterations={STEPS}")
    return expect(result, 0) or differences(whole, cardon_run.RunFolder(folder / "more"))


def unguarded(folder, env):
    """Neither tunes nor watches the clock: says so where it is asked to, and runs where it is not."""
    found = expect(call(folder, "unguarded", env), 0)
    refused = call(folder, "guarded", env, "tuning.tuner=paper", "time.stop.wall=1 s", "health.every=1")
    found += expect(refused, 2, "unknown parameter time.stop.wall", "unknown parameter health.every", "tuning", "3 errors")
    if (folder / "guarded").exists():
        found.append("a refused run left a folder")
    return found


def main():
    build = cardon_run.BINARY.resolve().parents[1]
    found = []
    with cardon_run.folder() as folder:
        cardon_run.write_parfile(folder / "plain.yaml", DIFFUSION)
        env = copy_without(build, folder / "unwritten", WRITER)
        found += expect(call(folder, "first", env), 0)
        if (folder / "first/checkpoints").exists() or "checkpoints" in cardon_run.RunFolder(folder / "first").summary:
            found.append("there is a checkpoint without the thorn that writes it")
        found += expect(call(folder, "asks", env, "checkpoint.every=4"), 2, "[parameter/unknown]", "checkpoint")
        found += expect(call(folder, "stopped", env, "time.stop.iterations=100000000", "time.stop.wall=1 s"), 4,
                        "[checkpoint/none-at-stop]", "no thorn that writes checkpoints")
        found += restarted(folder, env)
        found += unguarded(folder, copy_without(build, folder / "bare", "Tuning.so", "RunGuards.so"))
    print("\n".join(found) or "as it should be")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
