#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy finds nothing in the rooms named, by the rules of .clang-tidy: run_tidy.py [ROOM ...]. They are checked as one source,
in a third of the time. The long version, and a call without rooms and without CTest, check all of flesh/, thorns/ and arrangements/;
that takes half an hour."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

BUILD = Path(os.environ.get("CARDON_BUILD") or cardon_run.SOURCE / "build")
# A unity source includes the sources of a room, whose findings count.
SOURCES = r"/(flesh|thorns|arrangements)/.*\.(hpp|cpp)$"
# Precompiled headers are g++'s own.
PRECOMPILED = re.compile(r" -Winvalid-pch| -include \S+/cmake_pch\.hxx")
FINDING = re.compile(r"^\S+:\d+:\d+: (?:warning|error): .*\[.*\]$", re.M)


def sources(rooms, commands):
    """What the build compiles in these rooms, without tests and generated Fortran or C."""
    for entry in commands:
        target = entry["command"].partition(" -o ")[2].split(" ")[0]
        if re.search(r"(^|/)tests?(/|_)", target) or not re.match(r"(flesh|thorns|arrangements)/", target):
            continue
        if Path(entry["file"]).suffix in (".cpp", ".cxx") and (not rooms or any(f"/{room}.dir/" in target for room in rooms)):
            yield entry


def together(entries, folder):
    """One source that includes those of the entries, with the include folders of all."""
    words = [word for entry in entries for word in re.findall(r"-isystem \S+|-[DI]\S+", entry["command"])]
    unit = Path(folder) / "rooms.cpp"
    unit.write_text("".join(f'#include "{entry["file"]}"\n' for entry in entries))
    standard = re.search(r"-std=\S+", entries[0]["command"])[0]
    command = " ".join(["c++", standard, *dict.fromkeys(words), "-march=native", "-c", str(unit), "-o", "rooms.o"])
    return [{"directory": entries[0]["directory"], "command": command, "file": str(unit)}]


def findings(tidy, folder, file):
    done = subprocess.run([tidy, "--quiet", "-p", folder, f"--config-file={cardon_run.SOURCE / '.clang-tidy'}",
                           f"--header-filter={SOURCES}", file], text=True, capture_output=True)
    found = set(FINDING.findall(done.stdout))
    return found or ({f"{file}: {done.stderr}"} if done.returncode else set())


def main(rooms):
    tidy = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if not tidy:
        print("skipped: clang-tidy is not installed")
        return 77
    commands = json.loads(PRECOMPILED.sub("", (BUILD / "compile_commands.json").read_text()))
    whole = cardon_run.LONG or not rooms
    entries = list(sources([] if whole else rooms, commands))
    if not entries:
        sys.exit(f"no source in {', '.join(rooms) or 'this build'}")
    count = len(entries)
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        if not whole:
            entries = together(entries, folder)
        (Path(folder) / "compile_commands.json").write_text(json.dumps(entries))
        found = sorted(set().union(*pool.map(lambda entry: findings(tidy, folder, entry["file"]), entries)))
    print("\n".join(found) or f"clang-tidy finds nothing in {count} sources")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
