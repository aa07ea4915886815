#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A rank is killed at a random moment, while the program starts, computes or writes a checkpoint; the run continues, by
itself or with --restart latest, as the command line says, and ends with the bits of a run that nobody disturbed.

    test_kill.py by-itself|by-hand

Four trials: the rank that leads and another one, at each kind of moment. The long version makes 50. CARDON_SEED=n: the trials
of that seed again."""
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import fault_cases as cases
from fault_cases import cardon_run

EVERY = 12                                       # steps between checkpoints
PROBLEM = {**cases.resting(cases.PROBLEM), "checkpoint": {"every": EVERY}}
RETRIES = ["--retries", "5", "--launch", f"{cardon_run.MPIRUN} -n 4"]


@dataclass
class Trial:
    """What one of them has shown."""
    moment: str = ""
    leads: bool = False
    hit: bool = False
    lost: int = 0
    restarted: int = -1
    said: str = ""


def number_of(rank):
    """Of a process of the launcher; empty before it has its environment, and after its end."""
    try:
        words = dict(word.split(b"=", 1) for word in Path(f"/proc/{rank}/environ").read_bytes().split(b"\0") if b"=" in word)
    except OSError:
        return ""
    return (words.get(b"PMIX_RANK") or words.get(b"PMI_RANK") or b"").decode()


def some_time_later(rng, process, longest):
    """Ranks that live after a random time from when the first was seen."""
    cases.wait_until(lambda: cases.ranks_below(process.pid) or process.poll() is not None)
    time.sleep(rng.uniform(0, longest))
    return cases.ranks_below(process.pid)


def when_writing(rng, process, run_folder):
    """Ranks that live while a checkpoint is written, not always the first one."""
    skipped = rng.randrange(0, 4) * EVERY

    def is_written():
        return process.poll() is not None or [
            part for part in run_folder.glob("checkpoints/it*.part") if int(part.name[2:8]) > skipped]
    cases.wait_until(is_written, pause=0.001)
    time.sleep(rng.choice([0, 0, 0.002, 0.005]))
    return cases.ranks_below(process.pid)


def kill_one(rng, trial, process, folder, run_folder, longest):
    """The rank that leads, or a random one of the others."""
    ranks = (when_writing(rng, process, run_folder) if trial.moment == "writing"
             else some_time_later(rng, process, longest))
    if ranks and process.poll() is None:
        leader = next((rank for rank in ranks if number_of(rank) == "0"), None)
        others = [rank for rank in ranks if rank != leader]
        victim = leader if trial.leads and leader else rng.choice(others or ranks)
        trial.leads = victim == leader
        trial.hit = cases.kill(victim)
    cases.hurry(folder)


def by_itself(rng, trial, folder, file, longest):
    """With --retries; sometimes on three ranks of no site from the second try on."""
    arguments = [file, "--out", folder / "out", *RETRIES]
    process = cases.start(arguments, folder)
    kill_one(rng, trial, process, folder, folder / "out", longest)
    code = cases.finish(process, folder)
    text = cases.screen(folder)
    if code != 0:
        raise RuntimeError(f"exit code {code}\n{text}")
    ends = re.findall(r"^attempt \d of 6 ended after .*$", text, re.MULTILINE)
    # A rank may be killed between the checkpoint of the last step and the end: that checkpoint is refused first.
    refused = text.count("[restart/nothing-left]")
    if len(ends) != (1 + min(1, refused) if trial.hit else 0) and not ended_before(trial, ends, text):
        raise RuntimeError(f"{len(ends)} attempts failed\n{text}")
    if not ends:
        return folder / "out"
    trial.said = ends[0]
    begun = re.findall(r"^attempt \d of 6 (?:restarts from iteration (\d+) of|begins from the start)", text, re.MULTILINE)
    if len(begun) != len(ends) or not ("killed by SIGKILL" in ends[0] or launcher_failed(ends[0], text)):
        raise RuntimeError(text)
    trial.restarted = int(begun[-1] or 0)
    return folder / "out-retry-1"


def launcher_failed(end, text):
    """Where a rank is killed while it connects, Open MPI's launcher may die of SIGPIPE, or hang after it has said why. Of the rank it
    then says that a signal killed it, or just that its exit code is not 0."""
    hung = "its ranks were gone, but the launcher did not end" in end and "PMIX ERROR: UNREACHABLE" in text
    said = "exited on signal 9" in text or "returned\na non-zero exit code" in text
    return said and ("killed by SIGPIPE" in end or hung)


def ended_before(trial, ends, text):
    """A rank that was killed when the run was over does not matter: the run is not repeated."""
    over = trial.hit and not ends and "finished after" in text
    trial.hit = trial.hit and not over
    return over


def end_by_user(process, folder):
    """Open MPI's launcher may hang if a rank dies while it connects. It says so, all ranks end, and a user ends it."""
    try:
        return process.wait(30 * cardon_run.SLOWER)
    except subprocess.TimeoutExpired:
        if cases.ranks_below(process.pid) or "PMIX ERROR: UNREACHABLE" not in cases.screen(folder):
            return cases.finish(process, folder)
    print("       the launcher hung after its PMIX ERROR, with no rank left, and was ended")
    cases.kill(process.pid)
    return process.wait()


def by_hand(rng, trial, folder, file, longest):
    """Without --retries: started again with --restart latest, or from the initial data where there is nothing yet."""
    process = cases.start([file], folder, ranks=4)
    first = folder / "runs" / file.stem / "0001"
    kill_one(rng, trial, process, folder, first, longest)
    code = end_by_user(process, folder)
    if code == 0:
        trial.hit = False
        return first
    if not trial.hit:
        raise RuntimeError(f"exit code {code}, but nothing was killed\n{cases.screen(folder)}")
    trial.said = cases.screen(folder)
    again = cases.start([file, "--restart", "latest", "--out", folder / "again"], folder, ranks=4, rest=0)
    refused = cases.finish(again, folder) == 2
    if refused and "[restart/nothing-left]" in cases.screen(folder):
        if (first / "summary.json").exists():
            trial.hit = False
            return first
        # Killed after the checkpoint of the last step, before the end was recorded: the error names the one before.
        before = re.findall(r"restart from (\S+)$", cases.screen(folder), re.MULTILINE)[-1]
        trial.restarted = int(before[-6:])
        again = cases.start([file, "--restart", before, "--out", folder / "again"], folder, ranks=4, rest=0)
    elif refused and "[restart/no-checkpoint]" in cases.screen(folder):
        again = cases.start([file, "--out", folder / "again"], folder, ranks=4, rest=0)
        trial.restarted = 0
    elif found := re.search(r"^restarted from iteration (\d+) of", cases.screen(folder), re.MULTILINE):
        trial.restarted = int(found[1])
    if cases.finish(again, folder) != 0:
        raise RuntimeError(cases.screen(folder))
    return folder / "again"


def one_trial(rng, way, number, reference, longest):
    trial = Trial(("start or steps", "writing")[number % 2], number % 4 < 2)
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "wave.yaml", PROBLEM)
        result = way(rng, trial, folder, file, longest)
        found = cases.differences(reference, cardon_run.RunFolder(result))
        if found:
            raise RuntimeError("\n".join([*found, cases.screen(folder)]))
        first = folder / "out" if way is by_itself else folder / "runs/wave/0001"
        trial.lost = max(0, cases.last_row(first) - trial.restarted) if trial.hit else 0
    if trial.lost > 4 * EVERY:
        raise RuntimeError(f"{trial.lost} iterations were lost, with a checkpoint every {EVERY}")
    print(f"ok     {number}: {trial.moment}, {'the rank that leads' if trial.leads else 'another rank'}: "
          + (f"lost {trial.lost} iterations, from {trial.restarted}" if trial.hit else "over before the kill"), flush=True)
    return trial


def reference_run(folder):
    """With its seconds from the first rank to the end."""
    file = cardon_run.write_parfile(folder / "wave.yaml", PROBLEM)
    process = cases.start([file, "--out", folder / "out"], folder, ranks=4)
    cases.wait_until(lambda: cases.ranks_below(process.pid), said=lambda: cases.screen(folder))
    begun = time.monotonic()
    if cases.finish(process, folder) != 0:
        raise RuntimeError(cases.screen(folder))
    return cardon_run.RunFolder(folder / "out"), time.monotonic() - begun


def conclude(trials, failed):
    hit = [trial for trial in trials if trial.hit]
    for moment in sorted({trial.moment for trial in trials}):
        lost = [trial.lost for trial in hit if trial.moment == moment]
        print(f"{moment}: {len(lost)} ranks killed, lost iterations: at most {max(lost, default=0)}, "
              f"mean {sum(lost) / max(1, len(lost)):.1f}")
    print(f"{len(trials) + failed} trials, {len(hit)} ranks killed, {failed} failed")
    if len(hit) > 10 and len({trial.leads for trial in hit}) == 1:
        print("FAILED: the rank that leads was hit always, or never")
        return 1
    if 3 * len(hit) < len(trials):
        print("FAILED: too few ranks were killed in time")
        return 1
    return 1 if failed else 0


def main():
    way = {"by-itself": by_itself, "by-hand": by_hand}[sys.argv[1]]
    count = 50 if cardon_run.LONG else 4
    seed = int(os.environ.get("CARDON_SEED") or random.SystemRandom().randrange(1000000))
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    trials, failed = [], 0
    with cardon_run.folder() as folder:
        reference, seconds = reference_run(folder)
        print(f"undisturbed: {seconds:.1f} s", flush=True)
        for number in range(count):
            try:
                trials.append(one_trial(rng, way, number, reference, 0.7 * seconds))
            except RuntimeError as error:
                print(f"FAILED {number}:\n{error}", flush=True)
                failed += 1
    return conclude(trials, failed)


if __name__ == "__main__":
    sys.exit(main())
