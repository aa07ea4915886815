#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Help fits the terminal; manual pages say the same as help, and groff formats them without a complaint."""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

GROFF = shutil.which("groff")


def on_terminal(columns, *arguments):
    """What the program prints on a terminal of so many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen([cardon_run.BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                               env=cardon_run.environment())

    def mark_the_end():  # a terminal that all have closed may lose what was not read
        process.wait()
        os.write(slave, b"\0")

    end = threading.Thread(target=mark_the_end)
    end.start()
    text = b""
    while not text.endswith(b"\0"):
        text += os.read(master, 65536)
    end.join()
    os.close(slave)
    os.close(master)
    assert process.returncode == 0, text
    return text[:-1].decode().replace("\r\n", "\n")


def verbs():
    text = cardon_run.call(["--help"]).out
    return re.findall(r"(?m)^  ([a-z-]+) ", text[text.index("Verbs:"):text.index("Exit codes:")])


def body(text):
    """All but the examples, which stand as they are typed."""
    return text[:text.index("\nExamples:")]


def words(text):
    return re.sub(r"\s+", " ", text)


class Help(unittest.TestCase):
    def test_lines_fit_the_terminal(self):
        for columns, widest in ((60, 60), (90, 90), (200, 100)):
            for verb in verbs():
                lines = body(on_terminal(columns, verb, "--help")).splitlines()
                self.assertLessEqual(max(map(len, lines)), widest, verb)
        # It uses what there is.
        self.assertGreater(max(map(len, body(on_terminal(90, "run", "--help")).splitlines())), 80)

    def test_files_get_80_columns(self):
        self.assertLessEqual(max(map(len, body(cardon_run.call(["run", "--help"]).out).splitlines())), 80)

    def test_no_word_is_lost(self):
        self.assertEqual(words(on_terminal(60, "run", "--help")), words(on_terminal(100, "run", "--help")))

    def test_needed_arguments(self):
        self.assertIn("cardon run [OPTIONS] FILE...\n", cardon_run.call(["run", "--help"]).out)
        self.assertIn("cardon list [OPTIONS] [WHAT] [FILE...]\n", cardon_run.call(["list", "--help"]).out)


class Manual(unittest.TestCase):
    def test_it_says_what_help_says(self):
        for verb in verbs():
            page = words(cardon_run.call(["manual", verb]).out.replace("\\-", "-").replace("\\&", ""))
            for option in re.findall(r"(?m)^  (-[^ ,]*)", cardon_run.call([verb, "--help"]).out):
                self.assertIn(option, page, verb)

    @unittest.skipUnless(GROFF, "groff is not installed")
    def test_groff_finds_nothing_wrong(self):
        with cardon_run.folder() as folder:
            result = cardon_run.call(["manual", "--all", folder / "man1"])
            self.assertEqual(result.code, 0, result.report())
            pages = sorted((folder / "man1").iterdir())
            self.assertEqual([page.name for page in pages], sorted(["cardon.1"] + [f"cardon-{v}.1" for v in verbs()]))
            for page in pages:
                formatted = subprocess.run([GROFF, "-man", "-ww", "-Tascii", "-P-cbou", page], text=True, capture_output=True)
                self.assertEqual(formatted.stderr, "", page.name)
                self.assertIn("EXIT STATUS", formatted.stdout)

    def test_unknown_verb(self):
        result = cardon_run.call(["manual", "rnu"])
        self.assertEqual(result.code, 2)
        self.assertIn("did you mean run?", result.err)

    def test_a_folder_that_cannot_be_written(self):
        result = cardon_run.call(["manual", "--all", "/proc/cardon"])
        self.assertEqual(result.code, 4)
        self.assertIn("[environment/write]", result.err)


if __name__ == "__main__":
    unittest.main()
