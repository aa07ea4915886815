#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run and a restart of it read each parameter file once, and ask each thorn once in a process to declare itself."""
import collections
import ctypes
import os
import struct
import sys
from pathlib import Path

from restart_cases import WAVETOY, Machine, cardon_run

IN_OPEN = 0x20
THORNS = ("CountedThorn", "CountedService")


class Openings:
    """How often the files of a folder were opened while this lasts, by name."""

    def __init__(self, folder):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = self.libc.inotify_init1(os.O_NONBLOCK)
        if self.descriptor < 0 or self.libc.inotify_add_watch(self.descriptor, bytes(folder), IN_OPEN) < 0:
            raise OSError(ctypes.get_errno(), "inotify")
        self.counts = collections.Counter()

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        try:
            events = os.read(self.descriptor, 1 << 20)
        except BlockingIOError:
            events = b""
        os.close(self.descriptor)
        while events:
            _, _, _, length = struct.unpack_from("iIII", events)
            self.counts[events[16:16 + length].rstrip(b"\0").decode()] += 1
            events = events[16 + length:]


def problem():
    config = Machine(checkpoint={"every": 8}).applied_to(WAVETOY)
    return {**config, "thorns": [*config["thorns"], "CountedThorn"]}


def run(folder, thorns, name, *arguments, ranks=1, threads=False):
    """What is wrong with how often files were read and thorns declared themselves."""
    counted = folder / f"{name}.count"
    os.environ["CARDON_TEST_COUNT"] = str(counted)
    with Openings(folder / "input") as openings:
        result = cardon_run.call(["run", folder / "input/wave.yaml", folder / "input/more.yaml", "--out", folder / name,
                                  "--thorn-path", thorns, *arguments], ranks=ranks, cwd=folder, threads=threads)
    if result.code != 0:
        return [result.report()]
    found = []
    if openings.counts != {"wave.yaml": 1, "more.yaml": 1}:
        found.append(f"{name}: parameter files were opened so often: {dict(openings.counts)}")
    processes = collections.defaultdict(collections.Counter)
    for line in counted.read_text().splitlines():
        process, thorn = line.split()
        processes[process][thorn] += 1
    if len(processes) != (1 if threads else ranks) or any(p != dict.fromkeys(THORNS, 1) for p in processes.values()):
        found.append(f"{name}: thorns declared themselves so often: {dict(processes)}")
    return found


def main():
    thorns = Path(sys.argv[1])
    with cardon_run.folder() as folder:
        (folder / "input").mkdir()
        cardon_run.write_parfile(folder / "input/wave.yaml", problem())
        cardon_run.write_parfile(folder / "input/more.yaml", {"time": {"stop": {"iterations": 16}}})
        found = run(folder, thorns, "first")
        longer = ("--restart", folder / "first", "time.stop.iterations=20")
        found += run(folder, thorns, "again", *longer)
        found += run(folder, thorns, "processes", *longer, ranks=2)
        found += run(folder, thorns, "threads", *longer, ranks=2, threads=True)
    print("\n".join(found) or "read once, loaded once")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
