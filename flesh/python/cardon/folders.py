# SPDX-License-Identifier: Apache-2.0
"""Finds run folders."""
import stat
from pathlib import Path

from .errors import CardonError, did_you_mean

LARGEST_TEXT = 1 << 30                           # bytes; what a run writes is far smaller
KINDS = ((stat.S_ISDIR, "folder"), (stat.S_ISFIFO, "pipe"), (stat.S_ISCHR, "device"), (stat.S_ISBLK, "device"),
         (stat.S_ISSOCK, "socket"))


def read_text(path):
    """The text of a regular file, or None if there is no such file. Raises OSError for others, which may never end."""
    path = Path(path)
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        kind = next((word for is_kind, word in KINDS if is_kind(status.st_mode)), "something else")
        raise OSError(f"it is a {kind}, not a file")
    if status.st_size > LARGEST_TEXT:
        raise OSError(f"it has {status.st_size} bytes")
    return path.read_text(encoding="utf-8", errors="replace")


def is_run(folder):
    """Whether a run has written here: every run writes parfile.yaml first."""
    folder = Path(folder)
    return (folder / "parfile.yaml").exists() or (folder / "summary.json").exists()


def _runs_in(folder):
    try:
        return [entry for entry in sorted(Path(folder).iterdir()) if is_run(entry)]
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return []


def find_runs(folder="runs"):
    """All run folders at or below `folder`, at most two levels down (runs/NAME/0001), in the order of names."""
    folder = Path(folder)
    if is_run(folder):
        return [folder]
    found = _runs_in(folder)
    try:
        entries = sorted(entry for entry in folder.iterdir() if entry.is_dir() and entry not in found)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        entries = []
    for entry in entries:
        found += _runs_in(entry)
    return found


def _age(folder):
    from .run import Run
    number = int(folder.name) if folder.name.isdecimal() else -1
    return Run(folder).started, str(folder.parent), number


def newest(folders):
    """The run that was started last; of those that started together the one with the highest number."""
    return max(folders, key=_age)


def _similar(given):
    """A suggestion for a folder that does not exist: a run or a folder of runs beside it, or one of those below runs/."""
    given = Path(given)
    if given.exists():
        return ""
    try:
        beside = [entry.name for entry in given.parent.iterdir() if is_run(entry) or _runs_in(entry)]
    except OSError:
        return ""
    close = did_you_mean(given.name, beside)
    return close.replace("mean ", f"mean {given.parent}/") if close and given.parent != Path(".") else close


def find_run(given="latest"):
    """The folder of the run that `given` means: a run folder, a folder of runs (its newest one), or "latest". Raises
    CardonError "cli/no-run"."""
    if not str(given):                           # Path("") would be the current folder
        raise CardonError("cli/no-run", "an empty name is not a run folder",
                          help="is a variable of the shell that names the run not set?")
    if is_run(given):
        return Path(given)
    found = find_runs("runs") if str(given) == "latest" else _runs_in(given)
    if found:
        return newest(found)
    message = "there is no run below runs/" if str(given) == "latest" else f"{given} is not a run folder"
    raise CardonError("cli/no-run", message, hint=_similar(given), help="give the folder that cardon run named at its end")
