# SPDX-License-Identifier: Apache-2.0
"""Small runs that something else ends, for the tests of how they end."""
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

ENDLESS = 10**8
WAVE = {
    "title": "A wave",
    "thorns": ["WaveToy"],
    "grid": {"points": [21, 18, 17], "domain": [[0, 1], [0, 1], [0, 1]], "boundary": "periodic"},
    "time": {"stop": {"iterations": ENDLESS}},
    "output": {"scalars": {"every": 1, "fields": ["phi"], "reductions": ["max"]}},
}


def usual_signals():
    """What a shell or a test runner in the background has set to be ignored is as usual again."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)


def start(folder, *arguments, ranks=1, before=usual_signals, stdout=subprocess.DEVNULL, launch=()):
    """A run of wave.yaml in this folder; what it says on the error stream goes to errors.txt."""
    cardon_run.write_parfile(folder / "wave.yaml", WAVE)
    command = [*launch, str(cardon_run.BINARY), "run", "wave.yaml", *map(str, arguments)]
    if ranks > 1:
        command = [cardon_run.MPIRUN, "-n", str(ranks), *command]
    with open(folder / "errors.txt", "w") as errors:
        return subprocess.Popen(command, cwd=folder, env=cardon_run.environment(), stdin=subprocess.DEVNULL, text=True,
                                stdout=stdout, stderr=errors, preexec_fn=before, start_new_session=True)


def rows(run_folder):
    try:
        return len((run_folder / "scalars.tsv").read_text().splitlines())
    except OSError:
        return 0


def wait_for_rows(run_folder, more=5, limit=60):
    """Until the run has written so many rows more."""
    wanted = rows(run_folder) + more
    end = time.monotonic() + limit * cardon_run.PATIENCE
    while time.monotonic() < end:
        if rows(run_folder) >= wanted:
            return
        time.sleep(0.02)
    raise AssertionError(f"{run_folder} writes no rows")


def finish(process, limit=60):
    """Its exit code; a run that does not end is killed, with all its ranks."""
    try:
        return process.wait(limit * cardon_run.PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise AssertionError("the run did not end") from None


def ranks_of(process):
    """Processes of the program below it, without one that looks after a run."""
    table = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                table[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue

    def is_below(pid):
        while pid in table:
            pid = table[pid]
            if pid == process.pid:
                return True
        return False

    def is_rank(pid):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(cardon_run.BINARY) and b"--retries" not in words
        except OSError:
            return False
    return [pid for pid in sorted(table) if is_below(pid) and is_rank(pid)]
