#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Completion in the shells themselves: bash, zsh and fish offer verbs, options, values, files and folders."""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

# Fills the variables that bash sets for a completion function.
BASH = r"""
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_cardon
printf '%s\n' "${COMPREPLY[@]}"
"""
# Every match is printed instead of being offered, then a mark.
ZSH_SETUP = r"""
PS1='ready> '; unset zle_bracketed_paste; setopt no_beep
fpath=(%s $fpath); autoload -Uz compinit; compinit -u -d %s/dump
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a matches
  builtin compadd -A matches "$@"
  print -rC1 -- '' $matches
  builtin compadd "$@"
}
finish() { print "completion""-end"; compstate[insert]=''; compstate[list]='' }
complete_all() { comppostfuncs=(finish); _main_complete }
zle -C complete_all complete-word complete_all; bindkey '^I' complete_all
print shell""-ready
"""
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")


class Shell(unittest.TestCase):
    shell = None

    @classmethod
    def setUpClass(cls):
        if cls.shell is None or not shutil.which(cls.shell):
            raise unittest.SkipTest(f"{cls.shell} is not installed")
        scratch = cardon_run.folder()
        cls.folder = scratch.__enter__()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        cls.script = cls.folder / ("_cardon" if cls.shell == "zsh" else f"cardon.{cls.shell}")
        result = cardon_run.call(["completion", cls.shell])
        cls.script.write_text(result.out)
        (cls.folder / "work" / "runs").mkdir(parents=True)
        (cls.folder / "work" / "wave.yaml").write_text("title: a wave\n")

    def offers(self, *words):
        raise NotImplementedError


class Offers:
    """What every shell must offer."""

    def test_verbs(self):
        self.assertLessEqual({"probe", "predict"}, set(self.offers("pr")))
        self.assertNotIn("run", self.offers("pr"))

    def test_options_of_the_verb(self):
        offers = self.offers("run", "--")
        for option in ("--out", "--restart", "--retries", "--dry-run", "--help"):
            self.assertIn(option, offers)
        self.assertNotIn("--citations", offers)
        self.assertIn("--citations", self.offers("info", "--"))

    def test_values_of_options(self):
        self.assertEqual({"c", "c++", "fortran"} - set(self.offers("new-thorn", "--language", "")), set())
        self.assertIn("latest", self.offers("run", "wave.yaml", "--restart", ""))

    def test_words_of_arguments(self):
        self.assertIn("parameters", self.offers("list", "par"))
        self.assertIn("parfiles", self.offers("list", "par"))

    def test_files_and_folders(self):
        self.assertIn("wave.yaml", self.offers("run", ""))
        folders = [word.rstrip("/") for word in self.offers("run", "--out", "")]
        self.assertIn("runs", folders)
        self.assertNotIn("wave.yaml", folders)


class Bash(Offers, Shell):
    shell = "bash"

    def offers(self, *words):
        command = ["bash", "--noprofile", "--norc", "-c", BASH, "bash", self.script, "cardon", *words]
        result = subprocess.run(command, text=True, capture_output=True, cwd=self.folder / "work", timeout=60)
        self.assertEqual(result.stderr, "")
        return result.stdout.split()

    def test_the_second_argument(self):
        self.assertIn("tuning", self.offers("plot", "runs", ""))
        self.assertIn("wave.yaml", self.offers("list", "schedule", "--thorn-path", "runs", ""))


class Fish(Offers, Shell):
    shell = "fish"

    def offers(self, *words):
        line = " ".join(["cardon", *words])
        program = f"source {self.script}; complete -C '{line}'"
        result = subprocess.run(["fish", "--no-config", "-c", program], text=True, capture_output=True,
                                cwd=self.folder / "work", timeout=60)
        self.assertEqual(result.stderr, "")
        return [row.split("\t")[0] for row in result.stdout.splitlines()]

    def test_descriptions(self):
        result = subprocess.run(["fish", "--no-config", "-c", f"source {self.script}; complete -C 'cardon ru'"], text=True,
                                capture_output=True, timeout=60)
        self.assertEqual(result.stdout, "run\tRun a parameter file\n")


class Zsh(Offers, Shell):
    """Its completion needs a terminal, on which a line is typed."""
    shell = "zsh"

    def setUp(self):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(self.folder / "work")
            os.environ.update(TERM="xterm", COLUMNS="120", LINES="200")
            os.execvp("zsh", ["zsh", "--no-rcs", "-i"])
        self.addCleanup(self.end)
        setup = self.folder / "setup.zsh"
        setup.write_text(ZSH_SETUP % (self.folder, self.folder))
        self.type(f"source {setup}\n", "shell-ready")

    def end(self):
        os.close(self.terminal)
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)

    def type(self, text, until):
        """Types and returns what appears, up to some text."""
        os.write(self.terminal, text.encode())
        seen, end = "", time.monotonic() + 20 * cardon_run.PATIENCE
        while until not in seen:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"no {until} after {text!r}, but {seen!r}")
            seen += CONTROL.sub("", os.read(self.terminal, 65536).decode(errors="replace"))
        return seen[:seen.index(until)]

    def offers(self, *words):
        seen = self.type(" ".join(["cardon", *words]) + "\t", "completion-end")
        os.write(self.terminal, b"\x15")  # clears the line
        # The first line is what was typed.
        return seen.split("\n", 1)[-1].split()


if __name__ == "__main__":
    unittest.main()
