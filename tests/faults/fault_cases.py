# SPDX-License-Identifier: Apache-2.0
"""A small problem with many checkpoints, and what tests of faults do to its runs."""
import copy
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from leisure import THORN_PATH, Leisure  # noqa: E402

# The checkpoint of the last step is none of those that come every so often.
STEPS = 105
EVERY = 25
LEISURE_MS = 10

PROBLEM = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [33, 18, 17], "domain": [[-1, 1], [-0.05, 1.65], [0, 1.6]], "boundary": "radiative"},
    "time": {"courant": 0.3, "stop": {"iterations": STEPS}},
    "WaveToy": {"centre": [0, 0, 0], "width": 0.3},
    "machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}]},
    "driver": {"calibration": "never", "ghost_zones": {"a-b": 2}},
    "checkpoint": {"every": EVERY},
    "output": {"scalars": {"every": 1, "fields": ["phi", "total_energy"], "reductions": ["min", "max", "l2"]}},
}


def one_site(problem):
    """For any number of ranks."""
    config = copy.deepcopy(problem)
    config["thorns"].remove("GridDriver")
    del config["machine"], config["driver"]
    return config


def resting(problem):
    """With steps that take their time, until `hurry`."""
    return {**problem, "thorns": [*problem["thorns"], "Leisure"]}


def hurry(folder, milliseconds=0):
    """How long the steps of runs in this folder rest from now on."""
    return Leisure(folder / "rest.txt", milliseconds)


def start(arguments, folder, ranks=1, rest=LEISURE_MS):
    """A run that can be killed. Its output goes to files, which no process that is left can keep open for a reader."""
    leisure = hurry(folder, rest)
    command = [str(cardon_run.BINARY), "run", *map(str, arguments), *THORN_PATH]
    if ranks > 1:
        command = [cardon_run.MPIRUN, "-n", str(ranks), *command]
    with open(folder / "screen.txt", "a") as screen:
        return subprocess.Popen(command, cwd=folder, env=leisure.environment(),
                                stdin=subprocess.DEVNULL, stdout=screen, stderr=subprocess.STDOUT, start_new_session=True)


def screen(folder):
    return (folder / "screen.txt").read_text()


def finish(process, folder, limit=60):
    try:
        return process.wait(limit * cardon_run.PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise RuntimeError(f"the run did not end\n{screen(folder)}") from None


def parents():
    """Of all processes: pid -> pid of the parent."""
    table = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                table[int(entry.name)] = int(fields[1])
    return table


def is_rank(pid):
    """Not one that looks after others, nor what it is before it becomes a launcher."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(cardon_run.BINARY) and b"--retries" not in words
    except OSError:
        return False


def ranks_below(pid):
    """Processes of the program that were started, by others in between, by this one."""
    table, known = parents(), {pid}
    grown = True
    while grown:
        new = {child for child, parent in table.items() if parent in known} - known
        known |= new
        grown = bool(new)
    return [child for child in sorted(known - {pid}) if is_rank(child)]


def wait_until(condition, limit=30, pause=0.005, said=str):
    """What the condition gives when it is true; an error with what `said` gives if it does not become so."""
    end = time.monotonic() + limit * cardon_run.PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(pause)
    raise RuntimeError(f"what was waited for did not come within {limit * cardon_run.PATIENCE:g} s\n{said()}")


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def last_row(run_folder):
    """The last iteration in scalars.tsv; -1: none."""
    try:
        rows = re.findall(r"^(\d+)\t", (run_folder / "scalars.tsv").read_text(), re.MULTILINE)
    except OSError:
        return -1
    return int(rows[-1]) if rows else -1


def differences(reference, other):
    found = []
    if reference.checksums != other.checksums:
        found.append(f"checksums {reference.checksums} and {other.checksums}")
    if reference.scalars_text != other.scalars_text:
        found.append("scalars.tsv differs")
    return found
