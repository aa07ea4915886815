#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of flesh/doc/wide-area-testbed.md, which the tests of pages skip because they need root."""
import os
import re
import sys
from pathlib import Path

import wan
from wan import STATE, WanTest, cardon_run, down

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "readme"))
import run_page  # noqa: E402

PAGE = "flesh/doc/wide-area-testbed.md"


def with_everything_run(text):
    """The page as if no block were marked as not run; a text that directly follows commands is what they print."""
    # Lines stay where they are, for messages. A busy machine notices silence some seconds later; test_jobs.py has the rest of
    # the line.
    text = re.sub("no message has come for 5 s;.*", "no message has come for ...", text)
    return text.replace("<!-- not run: needs root -->\n", "\n").replace("```\n\n```text\n", "```\n<!-- output -->\n```text\n")


class Page(WanTest):
    def setUp(self):
        down()
        self.addCleanup(down)

    def test_commands_do_what_the_page_says(self):
        text = with_everything_run((cardon_run.SOURCE / PAGE).read_text())
        self.assertGreaterEqual(text.count("<!-- output -->"), 4)
        with cardon_run.folder() as scratch:
            folder = scratch / "cardon"
            run_page.copy_of_source(folder)
            environment = {**cardon_run.environment(plain=True), "WAN_STATE": str(STATE)}
            environment["PATH"] = f"{folder / 'build/bin'}:/usr/bin:/bin:{os.environ['PATH']}"   # as in run_page
            self.assertGreater(run_page.run_page(PAGE, text, folder, environment), 6)


if __name__ == "__main__":
    wan.main()
