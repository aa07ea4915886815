#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that is stopped by a signal, the clock or a file ends with exit code 75 and a checkpoint, and continues from there
with the bits of a run that was not stopped."""
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from restart_cases import WAVETOY, Machine, cardon_run, differences, run

# So long that only a stop ends it within the test; the reference run goes a little beyond the stop.
ENDLESS = "time.stop.iterations=10000000"
FOUR = Machine(4, (2, 2), {"ghost_zones": {"a-b": 3}})


def start(folder, name, machine, *arguments):
    """A run that continues until something stops it."""
    file = cardon_run.write_parfile(folder / f"{name}.yaml", machine.applied_to(WAVETOY))
    command = [str(cardon_run.BINARY), "run", str(file), "--out", str(folder / name), "--quiet", *arguments]
    if machine.ranks > 1:
        command = [cardon_run.MPIRUN, "-n", str(machine.ranks), *command]
    return subprocess.Popen(command, cwd=folder, env=cardon_run.environment(), text=True, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wait_for_steps(folder, name, limit=30):
    """Until the run has written some rows."""
    table = folder / name / "scalars.tsv"
    end = time.monotonic() + limit * cardon_run.PATIENCE
    while time.monotonic() < end:
        if table.exists() and len(table.read_text().splitlines()) > 5:
            return
        time.sleep(0.05)
    raise RuntimeError(f"{name} does not get going")


def children(pid):
    out = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(word) for word in out.split()]


def finish(process, limit=30):
    try:
        out, err = process.communicate(timeout=limit * cardon_run.PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise RuntimeError(f"the run did not stop\n{out}{err}") from None
    return out, err


def expect_stopped(folder, name, process, reason):
    out, err = finish(process)
    if process.returncode != 75:
        raise RuntimeError(f"exit code {process.returncode} instead of 75\n{out}{err}")
    summary = cardon_run.RunFolder(folder / name).summary
    if reason not in summary["status"]:
        raise RuntimeError(f"status {summary['status']}, not {reason}")
    if summary["checkpoints"]["last_iteration"] != summary["iterations"]:
        raise RuntimeError(f"no checkpoint at the end: {summary['checkpoints']}")
    return summary["iterations"]


def goes_on_like_the_reference(folder, name, iterations, machine):
    """The stopped run continues for 30 steps; a run without stop must get to the same state."""
    end = f"time.stop.iterations={iterations + 30}"
    went_on = run(folder, name + "-on", WAVETOY, machine, end, "--restart", str(folder / name))
    whole = run(folder, name + "-whole", WAVETOY, Machine(2), end, timeout=100)
    return differences(whole, went_on)


def by_signal(folder):
    process = start(folder, "signal", FOUR, ENDLESS)
    wait_for_steps(folder, "signal")
    process.send_signal(signal.SIGUSR1)  # mpirun passes it on
    steps = expect_stopped(folder, "signal", process, "SIGUSR1")
    return goes_on_like_the_reference(folder, "signal", steps, Machine(3))


def by_signal_to_one_rank(folder):
    process = start(folder, "one-rank", FOUR, ENDLESS)
    wait_for_steps(folder, "one-rank")
    os.kill(children(process.pid)[-1], signal.SIGTERM)
    expect_stopped(folder, "one-rank", process, "SIGTERM")
    return []


def by_file(folder):
    process = start(folder, "file", Machine(2), ENDLESS)
    wait_for_steps(folder, "file")
    (folder / "file" / "stop").touch()
    expect_stopped(folder, "file", process, "the file stop")
    return []


def waited_for_processor(pid):
    """s that the main thread of a process was ready to run and was not let (field 2 of /proc/PID/schedstat); 0: it has ended."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def withheld_at_end(process, seconds=2, interval=0.05, limit=60):
    """The longest of the times that a rank waited for a processor in the last seconds of a run; the run ends meanwhile."""
    seen = {}
    end = time.monotonic() + limit * cardon_run.PATIENCE
    while process.poll() is None and time.monotonic() < end:
        for pid in children(process.pid):
            waited = waited_for_processor(pid)
            if waited > 0:
                seen.setdefault(pid, []).append((time.monotonic(), waited))
        time.sleep(interval)
    recent = [[waited for when, waited in samples if when >= samples[-1][0] - seconds] for samples in seen.values()]
    return max((waited[-1] - waited[0] for waited in recent), default=0.0)


def by_clock(folder):
    """Over in time, but for what the machine withheld from it when it had decided to end."""
    process = start(folder, "clock", Machine(2), ENDLESS, "time.stop.wall=9 s", "checkpoint.wall=1 s")
    withheld = withheld_at_end(process)
    expect_stopped(folder, "clock", process, "time.stop.wall")
    summary = cardon_run.RunFolder(folder / "clock").summary
    found = []
    if summary["wall_seconds"] > 9 + 0.5 * cardon_run.SLOWER + withheld:
        found.append(f"it took {summary['wall_seconds']} s, of which it waited {withheld} s for a processor at its end")
    if not 2 <= summary["checkpoints"]["count"] <= 9:
        found.append(f"{summary['checkpoints']['count']} checkpoints, at most one per second was asked for")
    return found


def without_checkpoint(folder):
    process = start(folder, "none", Machine(1), ENDLESS, "checkpoint.on_stop=never")
    wait_for_steps(folder, "none")
    process.send_signal(signal.SIGINT)
    out, err = finish(process)
    if process.returncode != 75 or (folder / "none" / "checkpoints").exists():
        return [f"exit code {process.returncode}, or a checkpoint in spite of on_stop: never\n{out}{err}"]
    return []


def with_nan(folder):
    """The health check refuses the checkpoint; the one before it stays."""
    problem = json.loads(json.dumps(WAVETOY))
    problem["time"] = {"step": 0.5, "stop": {"iterations": 4000}}
    problem["health"] = {"every": 1000}
    problem["checkpoint"] = {"every": 50, "keep": 1}
    file = cardon_run.write_parfile(folder / "nan.yaml", problem)
    result = cardon_run.call(["run", file, "--out", folder / "nan"], cwd=folder)
    kept = sorted(path.name for path in (folder / "nan" / "checkpoints").glob("it*"))
    found = []
    if result.code != 3 or "health/not-finite" not in result.err:
        found.append(result.report())
    if len(kept) != 1 or f"--restart {folder}/nan/checkpoints/{kept[0]}" not in result.out:
        found.append(f"kept: {kept}\n{result.report()}")
    return found


CASES = {"clock": [by_clock], "others": [by_signal, by_signal_to_one_rank, by_file, without_checkpoint, with_nan]}


def main():
    """The cases named on the command line: `clock` or `others`; without a name, all."""
    chosen = [case for name, cases in CASES.items() if name in (sys.argv[1:] or CASES) for case in cases]
    with cardon_run.folder() as folder:
        return cardon_run.exit_code(chosen, folder)


if __name__ == "__main__":
    sys.exit(main())
