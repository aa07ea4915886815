#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The web site is made without a warning: pages with search, and the reference of public headers. test_site.py Reference|Site"""
import html.parser
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

NEEDS = {"Reference": ["doxygen"], "Site": ["doxygen", "sphinx-build"]}


def make(folder, *options):
    result = subprocess.run([cardon_run.SOURCE / "utils/site", *options, folder], text=True, capture_output=True)
    if result.returncode:
        raise AssertionError(result.stdout + result.stderr)


class Targets(html.parser.HTMLParser):
    """What a page links to and shows."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in ("href", "src") and value]


class Made(unittest.TestCase):
    options = []

    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.site = scratch.__enter__() / "site"
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        make(cls.site, *cls.options)

    def text(self, page):
        return (self.site / page).read_text()


class Reference(Made):
    options = ["--reference"]

    def test_all_public_headers_are_in_it(self):
        listed = self.text("api/files.html")
        for header in (cardon_run.SOURCE / "flesh/include/cardon").rglob("*.h*"):
            self.assertIn(f">{header.name}<", listed)

    def test_comments_of_types_and_files(self):
        self.assertIn("Version of the interface between flesh and thorns.", self.text("api/version_8hpp.html"))


class Site(Made):
    def test_links_and_pictures_lead_somewhere(self):
        wrong = []
        for page in self.site.rglob("*.html"):
            if "api" in page.relative_to(self.site).parts:
                continue
            for target in Targets(page.read_text()).found:
                target = re.sub(r"[?#].*", "", target)
                if target and not re.match(r"[a-z]+:", target) and not (page.parent / target).exists():
                    wrong.append(f"{page.relative_to(self.site)}: {target}")
        self.assertEqual(wrong, [])

    def test_search_knows_all_pages(self):
        index = self.text("searchindex.js")
        for page in ("flesh/doc/tutorial", "flesh/doc/gallery", "thorns/IOHDF5/README", "command-line", "parameters"):
            self.assertIn(f'"{page}"', index)
        self.assertTrue((self.site / "search.html").exists())

    def test_every_page_is_in_the_contents(self):
        contents = self.text("README.html")
        pages = {*(cardon_run.SOURCE / "flesh/doc").glob("*.md"), *cardon_run.SOURCE.glob("arrangements/*/*/README.md"),
                 *cardon_run.SOURCE.glob("thorns/*/README.md")}
        for page in pages:
            self.assertIn(f'href="{page.relative_to(cardon_run.SOURCE).with_suffix(".html")}"', contents)

    def test_nothing_is_loaded_from_other_hosts(self):
        for page in ("README.html", "search.html"):
            self.assertNotRegex(self.text(page), r'<(script|link|img)[^>]+(src|href)="(https?:)?//')

    def test_the_program_describes_itself(self):
        self.assertIn("Usage: cardon run [OPTIONS] FILE...", self.text("command-line.html"))
        self.assertIn("Wave speed", self.text("parameters.html"))


if __name__ == "__main__":
    chosen = sys.argv.pop(1)
    lacking = [program for program in NEEDS[chosen] if not shutil.which(program)]
    if lacking:
        print(f"skipped: {', '.join(lacking)} is missing")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], chosen])
