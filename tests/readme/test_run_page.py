#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of documentation pages does what flesh/doc/contributing.md says, and the check of pages finds what is wrong."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_pages  # noqa: E402
import run_page  # noqa: E402

ENVIRONMENT = {"PATH": "/usr/bin:/bin"}


def page(*parts):
    """Parts are (mark, language, text)."""
    return "\n".join(f"Words.\n\n{mark}\n```{language}\n{text}\n```\n" for mark, language, text in parts)


class RunPage(unittest.TestCase):
    def run_text(self, text):
        with tempfile.TemporaryDirectory() as scratch, contextlib.redirect_stdout(io.StringIO()) as screen:
            folder = Path(scratch) / "here"
            folder.mkdir()
            try:
                return run_page.run_page("page.md", text, folder, ENVIRONMENT)
            finally:
                self.screen = screen.getvalue()

    def assert_fails(self, text, message):
        with self.assertRaisesRegex(run_page.PageError, message):
            self.run_text(text)

    def test_blocks_share_folder_and_variables(self):
        text = page(("", "sh", "mkdir a && cd a\nexport N=5"), ("", "sh", 'test "$(basename "$PWD")-$N" = a-5'))
        self.assertEqual(self.run_text(text), 2)

    def test_failing_command_is_found_even_in_the_middle(self):
        self.assert_fails(page(("", "sh", "true\nfalse\ntrue")), r"page\.md:4: exit code 1 instead of 0")
        self.assert_fails(page(("", "sh", "false | cat")), "exit code 1")

    def test_expected_exit_code(self):
        self.assertEqual(self.run_text(page(("<!-- exit: 2 -->", "sh", "exit 2"))), 1)
        self.assert_fails(page(("<!-- exit: 2 -->", "sh", "true")), "exit code 0 instead of 2")

    def test_output_is_compared(self):
        commands = ("", "sh", "printf 'one\\ntwo\\nthree\\n'")
        self.run_text(page(commands, ("<!-- output -->", "text", "one\ntwo\nthree")))
        self.run_text(page(commands, ("<!-- output -->", "text", "one\n...")))
        self.run_text(page(commands, ("<!-- output -->", "text", "...\nthree")))
        self.run_text(page(("", "sh", "echo one two three"), ("<!-- output -->", "text", "one ...")))
        self.assert_fails(page(commands, ("<!-- output -->", "text", "one\nthree")), "not as written")
        self.assert_fails(page(("<!-- output -->", "text", "one")), "no sh block before")

    def test_files_are_written(self):
        text = page(("<!-- file: my/notes.txt -->", "text", "hello"), ("", "sh", "grep -q hello my/notes.txt"))
        self.assertEqual(self.run_text(text), 1)

    def test_skipping_needs_a_reason_and_shows_it(self):
        self.assertEqual(self.run_text(page(("<!-- not run: too slow -->", "sh", "false"))), 0)
        self.assertIn("not run: too slow", self.screen)
        self.assert_fails(page(("<!-- not run -->", "sh", "false")), "say why")

    def test_mistakes_in_the_page(self):
        self.assert_fails(page(("<!-- norun: x -->", "sh", "true")), "unknown mark")
        self.assert_fails(page(("<!-- exit: 2 -->", "yaml", "a: 1")), "belongs above")
        self.assert_fails("```sh\ntrue\n", "never closed")

    def test_other_blocks_are_not_run(self):
        self.assertEqual(self.run_text(page(("", "yaml", "a: 1"), ("", "", "false"))), 0)


class CheckPages(unittest.TestCase):
    def problems(self, text, tested=()):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "other.md").write_text("# One, two\n## `a.b` [c](d)\n# One, two\n")
            (Path(folder) / "page.md").write_text(text)
            return check_pages.problems(Path(folder), "page.md", tested)

    def test_links(self):
        self.assertEqual(self.problems("# Here\n[a](other.md) [b](other.md#one-two) [c](other.md#ab-c) [d](other.md#one-two-1)\n"
                                       "[e](#here) [f](https://example.org/x) `[g](h)`\n```text\n[i](j)\n```\n"), [])
        self.assertEqual(self.problems("[a](absent.md) and [b](other.md#three), ![c](c.png)"),
                         [f"page.md: links to {target}: there is no such {what}" for target, what in
                          (("absent.md", "file"), ("other.md#three", "heading"), ("c.png", "file"))])

    def test_commands_need_a_test(self):
        text = page(("", "sh", "true"))
        self.assertEqual(self.problems(text, ["page.md"]), [])
        self.assertRegex(self.problems(text)[0], "has commands but no test")

    def test_marks_and_fences(self):
        self.assertRegex(self.problems("```text\n")[0], "never closed")
        self.assertRegex(self.problems(page(("<!-- norun: x -->", "sh", "true")))[0], "unknown mark")


if __name__ == "__main__":
    unittest.main()
