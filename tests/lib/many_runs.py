# SPDX-License-Identifier: Apache-2.0
"""Calls of `cardon` that share a process, for tests that make hundreds of them: each takes a quarter of the processor time that it
takes in a process of its own. Where many_runs.cpp is not built, and with CARDON_OWN_PROCESSES=1, each call has its own."""
import atexit
import os
import select
import signal
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import cardon_run

# What becomes another program, or starts some, has a process of its own.
OTHER_PROGRAMS = {"plot", "watch", "steer", "serve", "sweep", "converge", "--retries", "--retry-for"}
MEMORY = Path("/dev/shm")
ROOM = 2**30                        # that is left there for a test
# What a run gives back the next one needs again.
KEEP = {"MALLOC_TRIM_THRESHOLD_": str(2**30), "MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TOP_PAD_": str(2**24)}
LIBRARY = cardon_run.BINARY.parents[1] / "tests/lib/many_runs.so"


def shares(arguments):
    """Whether a call of cardon with these arguments goes to the shared process."""
    if not LIBRARY.exists() or os.environ.get("CARDON_OWN_PROCESSES", "") not in ("", "0"):
        return False
    words = [str(word) for word in arguments]
    return OTHER_PROGRAMS.isdisjoint([*words[:1], *(word for word in words if word[:2] == "--")])


def folder():
    """As cardon_run.folder(), but in memory where there is room: hundreds of runs make thousands of small files."""
    place = None
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK):
        state = os.statvfs(MEMORY)
        place = MEMORY if state.f_bavail * state.f_frsize > ROOM else None
    return cardon_run.folder(place)


class SharedProcess:
    """A process of the program that takes one call after the other."""

    def __init__(self):
        modules = sorted((cardon_run.BINARY.parents[1] / "lib/cardon").glob("*/*.so"))
        read_requests, self.requests = os.pipe()
        self.answers, write_answers = os.pipe()
        theirs = (read_requests, write_answers)
        self.process = subprocess.Popen([str(cardon_run.BINARY), *map(str, theirs), *map(str, modules)], pass_fds=theirs,
                                        env={**cardon_run.environment(), **KEEP, "LD_PRELOAD": str(LIBRARY)},
                                        stdin=subprocess.DEVNULL, start_new_session=True)
        for descriptor in theirs:
            os.close(descriptor)

    def call(self, words, timeout):
        """The exit code, that of the process if it ended, and whether it took too long; then it is ended."""
        request = b"".join(os.fsencode(word) + b"\0" for word in words)
        try:
            os.write(self.requests, struct.pack("=I", len(request)) + request)
        except BrokenPipeError:
            return self.end(), False
        if not select.select([self.answers], [], [], timeout)[0]:
            os.killpg(self.process.pid, signal.SIGKILL)
            return self.end(), True
        answer = os.read(self.answers, 4)
        return (struct.unpack("=i", answer)[0] if answer else self.end()), False

    def end(self):
        """Closes the pipes, so the process ends; its exit code."""
        if self.requests is not None:
            os.close(self.requests)
            os.close(self.answers)
            self.requests = None
        return self.process.wait()


class ManyRuns:
    """The shared process, and a new one after each that ended."""

    def __init__(self):
        self.shared = None
        self.screens = None

    def call(self, arguments, ranks=1, cwd=None, timeout=60, over_mpi=False):
        """As cardon_run.call with ranks that are threads, or, `over_mpi`, processes of their own."""
        if over_mpi and ranks > 1:
            return cardon_run.call(arguments, ranks, cwd, timeout)
        if not shares(arguments):
            return cardon_run.call(arguments, ranks, cwd, timeout, threads=ranks > 1)
        command = [str(cardon_run.BINARY), *map(str, arguments), *(["--ranks", str(ranks)] if ranks > 1 else [])]
        if self.shared is None:
            self.shared = SharedProcess()
            self.screens = self.screens or tempfile.TemporaryDirectory(prefix="cardon-")
            atexit.register(self.end)
        screens = [Path(self.screens.name) / name for name in ("out", "err")]
        start = time.monotonic()
        code, late = self.shared.call([Path(cwd or ".").absolute(), *screens, *command], timeout * cardon_run.PATIENCE)
        seconds = time.monotonic() - start
        out, err = (screen.read_text(errors="backslashreplace") if screen.exists() else "" for screen in screens)
        if self.shared.requests is None:
            err += f"\nthe process ended{', stopped by the test' * late} after {seconds:.1f} s\n"
            self.shared = None
        return cardon_run.Result(" ".join(command), code, out, err, seconds)

    def end(self):
        if self.shared is not None:
            self.shared.end()
            self.shared = None


class Turns:
    """For lists of runs whose settings are not combinations: of those of several ranks one in `share` goes over MPI, from the
    one with number `first` on."""

    def __init__(self, share=10, first=0):
        self.share, self.first, self.number = share, first, -1

    def over_mpi(self, ranks):
        """Whether the next run goes over MPI."""
        self.number += ranks > 1
        return ranks > 1 and self.number % self.share == self.first


runs = ManyRuns()
call = runs.call


def process():
    """The number of the shared process; 0: there is none."""
    shared = runs.shared  # other threads may end it
    return shared.process.pid if shared is not None else 0
