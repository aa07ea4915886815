#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a Markdown page as written: every block fenced as ```sh, in order, as in one shell.

The working folder is a copy of the source tree whose build/ is the build under test, with build/bin in PATH. A comment on
the line above a fence changes what happens with the block:
  <!-- exit: 2 -->             the commands end with this exit code instead of 0
  <!-- output -->              the block is what the sh block before it prints; a line ... stands for any lines, ... at the end
                               of a line for its rest
  <!-- file: path/name.cpp --> the block is the text of this file, written before the next commands run
  <!-- not run: reason -->     the commands are not run; the reason is shown
"""
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

MARKS = ("exit", "output", "file", "not run")
TIMEOUT = 240 * cardon_run.PATIENCE
# Folders in which no page writes; a marked file that is below one of them is refused.
LINKED = ("arrangements", "flesh/draw", "flesh/include", "flesh/kit", "flesh/program", "flesh/src", "flesh/tests", "tests", "thorns")


class PageError(Exception):
    """The page, or what it says, is wrong; starts with FILE:LINE."""


@dataclass
class Block:
    page: str
    line: int          # of the opening fence
    language: str
    text: str
    mark: str = ""     # one of MARKS
    value: str = ""    # behind its colon

    def fail(self, message):
        raise PageError(f"{self.page}:{self.line}: {message}")


def read_mark(block, line):
    """The comment above a fence, if it is one."""
    comment = re.fullmatch(r"\s*<!--\s*(.*?)\s*-->\s*", line)
    if not comment:
        return
    block.mark, _, block.value = (part.strip() for part in comment[1].partition(":"))
    if block.mark not in MARKS:
        block.fail(f"unknown mark '{comment[1]}'; marks are {', '.join(MARKS)}")
    if block.mark == "not run" and not block.value:
        block.fail("say why it is not run: <!-- not run: reason -->")
    if block.mark in ("exit", "not run") and block.language != "sh":
        block.fail(f"the mark '{block.mark}' belongs above a block fenced as ```sh")


def read_blocks(page, text):
    """All fenced blocks of a page."""
    blocks, fence, above = [], None, ""
    for number, line in enumerate(text.splitlines(), 1):
        opening = re.match(r"\s*(`{3,}|~{3,})\s*(\S*)", line)
        if fence is None and opening:
            fence = opening[1]
            block = Block(page, number, opening[2], "")
            read_mark(block, above)
            blocks.append(block)
        elif fence is not None and line.strip() == fence:
            fence = None
        elif fence is not None:
            blocks[-1].text += line + "\n"
        above = line
    if fence is not None:
        blocks[-1].fail("the fence is never closed")
    return blocks


def matches(expected, printed):
    """True if the lines agree; '...' stands for any number of lines, or for the rest of a line."""
    def pattern_of(line):
        if line.strip() == "...":
            return r"(?:.*\n)*?"
        if line.endswith(" ..."):
            return re.escape(line[:-4]) + r"(?: .*)?\n"
        return re.escape(line) + r"[ \t]*\n"

    pattern = "".join(pattern_of(line.rstrip()) for line in expected.splitlines())
    return re.fullmatch(pattern, printed if printed.endswith("\n") or not printed else printed + "\n") is not None


class Shell:
    """Commands in one folder; the place and exported variables carry over from block to block."""

    def __init__(self, folder, environment):
        self.state = folder.parent / "shell-state"
        self.folder, self.environment = folder, environment

    def run(self, commands):
        restore = f'source "{self.state}" 2>/dev/null || true\n' if self.state.exists() else ""
        keep = f"trap 'c=$?; {{ export -p; printf \"cd %q\\n\" \"$PWD\"; }} > \"{self.state}\"; exit $c' EXIT\n"
        return subprocess.run(["bash", "-c", restore + keep + "set -e -o pipefail\n" + commands], cwd=self.folder,
                              env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT, check=False)


def run_commands(block, shell):
    """Runs one sh block and returns what it printed."""
    if block.mark == "not run":
        print(f"{block.page}:{block.line}: not run: {block.value}")
        return None
    result = shell.run(block.text)
    expected = int(block.value) if block.mark == "exit" else 0
    print(f"{block.page}:{block.line}:\n{block.text}{result.stdout}", flush=True)
    if result.returncode != expected:
        block.fail(f"exit code {result.returncode} instead of {expected}")
    return result.stdout


def run_page(page, text, folder, environment):
    """Runs a page in a folder; raises PageError at the first thing that is not as written. Returns how many blocks ran."""
    shell, printed, ran = Shell(folder, environment), None, 0
    for block in read_blocks(page, text):
        if block.mark == "file":
            target = folder / block.value
            if any(target.is_relative_to(folder / name) for name in LINKED):
                block.fail(f"{block.value} would be written to the source tree")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text)
        elif block.mark == "output":
            if printed is None:
                block.fail("there is no sh block before this output that was run")
            if not matches(block.text, printed):
                block.fail(f"the output is not as written, but:\n{printed}")
        elif block.language == "sh":
            printed = run_commands(block, shell)
            ran += printed is not None
    return ran


def copy_of_source(target):
    """What a newcomer has after the build, without its history. Most files are in folders that are links to the source tree,
    because to copy them takes longer than to run many a page."""
    patterns = shutil.ignore_patterns(".git", "build", "build-*", "runs", "__pycache__")
    linked = [cardon_run.SOURCE / name for name in LINKED]

    def ignored(folder, names):
        return patterns(folder, names) | {name for name in names if Path(folder) / name in linked}

    shutil.copytree(cardon_run.SOURCE, target, ignore=ignored, symlinks=True)
    for name in LINKED:
        (target / name).symlink_to(cardon_run.SOURCE / name)
    build = Path(os.environ.get("CARDON_BUILD") or cardon_run.BINARY.parents[1])
    (target / "build").symlink_to(build.resolve())


def main():
    page = sys.argv[1]
    text = (cardon_run.SOURCE / page).read_text()
    if not any(block.language == "sh" for block in read_blocks(page, text)):
        print(f"{page}: no commands")
        return 0
    with cardon_run.folder() as scratch:
        folder = scratch / "cardon"
        copy_of_source(folder)
        environment = {**cardon_run.environment(plain=True), **cardon_run.NINJA}
        # The system's own programs before any that this account has: pages speak of Debian's packages.
        environment["PATH"] = f"{folder / 'build/bin'}:/usr/bin:/bin:{environment['PATH']}"
        try:
            print(f"{page}: {run_page(page, text, folder, environment)} blocks ran as written")
        except PageError as error:
            print(f"FAILED {error}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
