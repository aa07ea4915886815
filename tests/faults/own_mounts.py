# SPDX-License-Identifier: Apache-2.0
"""File systems of a test's own: small ones and read-only ones, which nobody else sees and which end with the test."""
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
MARK = "CARDON_TEST_HAS_OWN_MOUNTS"


def succeeds(command):
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def require():
    """Starts the test again in a name space for mounts; ends it as skipped where that is not allowed."""
    if os.environ.get(MARK) == "1":
        return
    with tempfile.TemporaryDirectory() as folder:
        # As root, or as a user who may be root of a name space.
        for way in (["unshare", "-m"], ["unshare", "-rm"]):
            if succeeds([*way, "mount", "-t", "tmpfs", "none", folder]):
                os.environ[MARK] = "1"
                os.execvp(way[0], [*way, sys.executable, *sys.argv])
    print("skipped: mounting a small file system needs root, or name spaces for users")
    sys.exit(SKIPPED)


def small(folder, size):
    """An empty disk, with place for so many bytes, in place of the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], check=True)
    return folder


def used(folder):
    """Bytes that files below a folder take on its disk."""
    return sum(path.lstat().st_blocks for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) * 512


def read_only(folder):
    """From now on nothing can be written to it, not even by root."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
    return folder


def release(folder):
    """Ends those below a folder, so that it can be removed."""
    with open("/proc/self/mounts") as mounts:
        points = [line.split()[1] for line in mounts]
    for point in reversed(points):
        if point.startswith(f"{folder}/"):
            subprocess.run(["umount", "-l", point], check=True)
