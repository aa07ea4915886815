# SPDX-License-Identifier: Apache-2.0
"""Starts runs of the program `cardon`."""
import contextlib
import fcntl
import hashlib
import json
import os
import shlex
import subprocess
from pathlib import Path

from .errors import BAD_INPUT, ENVIRONMENT, CardonError
from .run import Run


class Launcher:
    """How runs are started: `program` is cardon, `prefix` the words before it ("mpirun -n 4"), `ranks` the number of threads
    that are ranks, `extra` further options of cardon run."""

    def __init__(self, program, prefix="", ranks=None, extra=()):
        try:
            self.prefix = shlex.split(prefix or "")
        except ValueError as error:
            raise CardonError("cli/usage", f"--launcher {prefix}: {error}") from None
        self.program, self.ranks, self.extra = program, ranks, list(extra)

    def command(self, files, overrides, out, restart=None):
        words = [*self.prefix, self.program, "run", *files, *overrides, "--out", str(out), *self.extra]
        if self.ranks:
            words += ["--ranks", str(self.ranks)]
        return words + (["--restart", str(restart)] if restart else [])

    def start(self, words, log):
        """Runs the command, with what it prints in the file `log`, and returns its exit code."""
        try:
            stream = open(log, "w")
        except OSError as error:
            raise _unwritable(log, error) from error
        try:
            with stream:
                return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT).returncode
        except FileNotFoundError as error:
            raise CardonError("run/launch", f"cannot start {words[0]}: there is no such program", exit_code=ENVIRONMENT,
                              help="give the launcher that starts programs here, such as --launcher 'mpirun -n 4'") from error

    def check(self, files, overrides):
        """What is wrong with parameters, as `cardon check` prints it, or None. Other errors are left to the run: they may depend on
        its ranks and on the computers where it runs."""
        words = [self.program, "check", *files, *overrides, *(["--ranks", str(self.ranks)] if self.ranks else [])]
        result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        return result.stderr if result.returncode == BAD_INPUT and "[parameter/" in result.stderr else None


def excerpt(log, max_lines=12):
    """What a run printed from its first error on, before what a launcher adds to it; without an error, the last lines."""
    try:
        lines = [line for line in Path(log).read_text(errors="replace").splitlines() if line.strip()]
    except OSError:
        return []
    first = next((n for n, line in enumerate(lines) if line.startswith("error: ")), None)
    return lines[-max_lines:] if first is None else lines[first:first + max_lines]


def is_finished(folder):
    """Whether a run has reached its end and has written its results."""
    summary = Run(folder).summary
    return str(summary.get("status")) == "finished" and summary.get("exit_code", 0) == 0


def has_checkpoint(folder):
    return (Path(folder) / "checkpoints" / "latest").exists()


def describe(files, overrides, **more):
    """What a folder of several runs was made from; files count by their content."""
    found = {}
    for file in files:
        try:
            found[str(file)] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
        except OSError as error:
            raise CardonError("parameter/file", f"cannot read {file}: {error.strerror}", help="cardon list parfiles") from error
    return {"files": found, "overrides": list(overrides), **more}


def check_plan(out, name, description):
    """A folder belongs to one plan: a second call continues what the first one began. Raises CardonError "sweep/folder"."""
    path = out / name
    if path.exists():
        try:
            before = json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise CardonError("sweep/folder", f"{path} cannot be read", notes=[str(error)]) from error
        for key, value in description.items():
            if before.get(key) != json.loads(json.dumps(value)):
                raise CardonError("sweep/folder", f"{out} holds runs of another kind",
                                  notes=[f"its {key}: {before.get(key)}", f"now: {value}"], help="give another folder with --out")
    elif out.is_dir() and any(not _is_unfinished(entry, name) for entry in out.iterdir()):
        raise CardonError("sweep/folder", f"{out} holds something else than runs of this verb", help="give another folder with --out")


def _unfinished(name):
    return f".{name}.part"


def _is_unfinished(entry, name):
    """Left by write_file in a process that was killed."""
    return entry.name.startswith(_unfinished(name))


def write_file(path, text):
    """Writes a file, which has its name only when it is complete. Raises CardonError "output/write-failed"."""
    unfinished = path.with_name(f"{_unfinished(path.name)}{os.getpid()}")
    try:
        unfinished.write_text(text)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise _unwritable(path, error) from error


def _unwritable(path, error):
    return CardonError("output/write-failed", f"cannot write {path}: {error.strerror}", exit_code=ENVIRONMENT,
                       help="check the free space and the permissions there, or give another folder with --out")


def write_plan(out, name, description):
    write_file(out / name, json.dumps(description, indent=1) + "\n")


@contextlib.contextmanager
def own_folder(out):
    """Makes the folder, and keeps other calls out of it as long as this one works in it. Raises CardonError "sweep/folder"."""
    if out.exists() and not out.is_dir():
        raise CardonError("sweep/folder", f"{out} is not a folder", help="give another folder with --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(out, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise _unwritable(out, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise CardonError("sweep/folder", f"{out} is in use by another sweep or convergence test",
                          help="wait for its end, or give another folder with --out") from None
    except OSError:
        pass                                     # a file system without locks
    try:
        yield
    finally:
        os.close(descriptor)
