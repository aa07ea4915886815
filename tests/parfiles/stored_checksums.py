#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checksums of the final states of shipped parameter files, as earlier revisions computed them: checksums.json. A change of bits
is noticed by the test of the file and must be declared in CHANGELOG.md, in a line under "Changed" that begins with

    - Results change: `heat.yaml`, `channel.yaml`: why.

    stored_checksums.py --renew [FILE.yaml ...]   writes the checksums of files that are new or whose results have changed; of all

Functions such as exp round differently with other C libraries and processors. Runs therefore take the versions without fused
multiply-add, which every x86-64 processor has, and checksums are compared where the `arithmetic` of provenance.json is the stored one."""
import hashlib
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

STORED = Path(__file__).resolve().parent / "checksums.json"
PLAIN_FUNCTIONS = "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-FMA4_Usable,-AVX2,-FMA,-FMA4"


def use_plain_functions():
    """From here on programs that are started take the versions of functions that all processors have."""
    os.environ["GLIBC_TUNABLES"] = PLAIN_FUNCTIONS


def digest(checksums):
    """Of the checksums of all fields."""
    return hashlib.sha256(json.dumps(checksums, sort_keys=True).encode()).hexdigest()[:16]


def arithmetic_of(folder):
    return cardon_run.RunFolder(folder).provenance["arithmetic"]


def read():
    return json.loads(STORED.read_text())


def declared(name, changes):
    """How often the change log says that results of the file change."""
    return sum(f"`{name}`" in line for line in re.findall(r"^- Results change: (.*)$", changes, re.MULTILINE))


def complaint(name, checksums, arithmetic, stored, changes):
    """What is wrong with the results of a file; "" if nothing is, None if they cannot be compared here."""
    history = stored["files"].get(name)
    if history is None:
        return f"checksums.json lacks {name}: stored_checksums.py --renew {name}"
    if declared(name, changes) < len(history) - 1:
        return f"results of {name} have changed {len(history) - 1} times: declare each in CHANGELOG.md, '- Results change: `{name}`: why.'"
    if arithmetic != stored["arithmetic"]:
        return None
    if digest(checksums) != history[-1]:
        return (f"the results of {name} are no longer those of earlier revisions: {checksums}; if that is intended, "
                f"stored_checksums.py --renew {name}, and a line in CHANGELOG.md")
    return ""


def renewed(stored, name, checksums, arithmetic):
    """The stored checksums with the result of a run. With other mathematical functions all histories start again."""
    if stored["arithmetic"] != arithmetic:
        stored = {"arithmetic": arithmetic, "files": {}}
    history = stored["files"].get(name, [])
    now = digest(checksums)
    if not history or history[-1] != now:
        history = [*history, now]
    return {"arithmetic": arithmetic, "files": dict(sorted({**stored["files"], name: history}.items()))}


def misfit(stored, names, arithmetic):
    """Why the results of these files cannot be stored beside the others; "" if they can."""
    if names and stored["files"] and stored["arithmetic"] != arithmetic:
        return ("this computer's mathematical functions are others than those of the stored checksums: renew the file where they are "
                "the same (Debian 12, x86-64), or all files, by --renew alone, which drops their histories")
    return ""


def write(stored):
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(history)}" for name, history in stored["files"].items())
    STORED.write_text(f'{{\n  "arithmetic": "{stored["arithmetic"]}",\n  "files": {{\n{lines}\n  }}\n}}\n')


def main():
    import test_parfile
    if sys.argv[1:2] != ["--renew"]:
        sys.exit(__doc__)
    use_plain_functions()
    stored = read() if STORED.exists() else {"arithmetic": "", "files": {}}
    names = sys.argv[2:] or sorted(path.name for path in (cardon_run.SOURCE / "parfiles").glob("*.yaml"))
    for name in names:
        file = cardon_run.SOURCE / "parfiles" / name
        expected = test_parfile.expectations(file.read_text())
        if expected.get("check"):
            continue
        with cardon_run.folder() as folder:
            checksums, _ = test_parfile.run(file, folder, expected.get("ranks", 1), expected)
            arithmetic = arithmetic_of(folder / "out")
            if problem := misfit(stored, sys.argv[2:], arithmetic):
                sys.exit(problem)
            stored = renewed(stored, name, checksums, arithmetic)
    write(stored)


if __name__ == "__main__":
    main()
