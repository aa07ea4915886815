# SPDX-License-Identifier: Apache-2.0
"""cardon with a limit of time and of memory, for tests of inputs that cost much."""
import os
import signal
import subprocess
import threading
import time

import cardon_run
import many_runs


def call(arguments, cwd, timeout=60, memory=1000, **more):
    """cardon ARGUMENTS on one rank. Ended by a signal, as the exit code then shows, after so many seconds or when it
    has more resident memory than so many MB."""
    start = time.monotonic()
    more.setdefault("stdin", subprocess.DEVNULL)
    process = subprocess.Popen([str(cardon_run.BINARY), *map(str, arguments)], cwd=cwd, text=True, errors="replace",
                               env=cardon_run.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True, **more)
    done = threading.Event()
    reasons = []

    def watch():
        while not done.wait(0.02):
            used = resident(process.pid)
            if used > memory * cardon_run.SLOWER:
                reasons.append(f"it had more than {memory} MB of memory")
            elif time.monotonic() - start > timeout * cardon_run.SLOWER:
                reasons.append(f"it had not ended after {timeout} s")
            if reasons:
                return os.killpg(process.pid, signal.SIGKILL)

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, err = process.communicate()
    done.set()
    watcher.join()
    command = " ".join(["cardon", *map(str, arguments)])
    return cardon_run.Result(command, process.returncode, out, err + "".join(f"\nstopped by the test: {r}\n" for r in reasons),
                             time.monotonic() - start)


def call_shared(arguments, cwd, timeout=60, memory=1000):
    """The same in the process that many_runs shares, which is ended where that takes too long or too much."""
    if not many_runs.shares(arguments):
        return call(arguments, cwd, timeout, memory)
    done, reasons = threading.Event(), []

    def watch():
        while not done.wait(0.02):
            process = many_runs.process()
            if process and resident(process) > memory * cardon_run.SLOWER:
                reasons.append(f"it had more than {memory} MB of memory")
                return os.killpg(process, signal.SIGKILL)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        result = many_runs.call(arguments, cwd=cwd, timeout=timeout)
    finally:
        done.set()
        watcher.join()
    result.err += "".join(f"\nstopped by the test: {r}\n" for r in reasons)
    return result


def resident(pid):
    """MB of memory that a process has; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0
