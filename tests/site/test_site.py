#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The web site is made without a warning: pages with search, and the reference of public headers. Without Sphinx only the
reference is made."""
import html.parser
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

INCLUDE = cardon_run.SOURCE / "flesh/include/cardon"
HAS_SPHINX = shutil.which("sphinx-build") is not None
# Made once for all tests.
MADE = Path()


def make(folder, *options):
    result = subprocess.run([cardon_run.SOURCE / "utils/site", *options, folder], text=True, capture_output=True)
    if result.returncode:
        raise AssertionError(result.stdout + result.stderr)


def undocumented(*headers):
    """What Doxygen finds without a text in headers or folders, one line each."""
    with cardon_run.folder() as scratch:
        found = scratch / "found"
        settings = (cardon_run.SOURCE / "utils/sphinx/Doxyfile").read_text() + "\n".join([
            "INPUT = " + " ".join(f'"{header}"' for header in headers), f'OUTPUT_DIRECTORY = "{scratch}"',
            f'WARN_LOGFILE = "{found}"', "EXTRACT_ALL = NO", "WARN_IF_UNDOCUMENTED = YES", "WARN_AS_ERROR = NO",
            "GENERATE_HTML = NO\n"])
        # It says as well that it has nothing to write.
        subprocess.run(["doxygen", "-"], input=settings, text=True, check=True, capture_output=True)
        return [line for line in found.read_text().splitlines() if line.endswith(" is not documented.")]


class Targets(html.parser.HTMLParser):
    """What a page links to and shows."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in ("href", "src") and value]


def setUpModule():
    global MADE
    scratch = cardon_run.folder()
    MADE = scratch.__enter__() / "site"
    unittest.addModuleCleanup(scratch.__exit__, None, None, None)
    make(MADE, *([] if HAS_SPHINX else ["--reference"]))


def text_of(page):
    return (MADE / page).read_text()


class Reference(unittest.TestCase):
    def test_all_public_headers_are_in_it(self):
        listed = text_of("api/files.html")
        for header in INCLUDE.rglob("*.h*"):
            self.assertIn(f">{header.name}<", listed)

    def test_members_have_texts(self):
        self.assertEqual(undocumented(INCLUDE), [])

    def test_members_without_texts_are_found(self):
        with cardon_run.folder() as scratch:
            plain, header = scratch / "plain.hpp", scratch / "language.h"
            plain.write_text("// SPDX\n// A file.\n#pragma once\n/// A type.\nstruct Bare { int width = 0; };\n"
                             "namespace cardon::detail { struct Hidden { int depth = 0; }; }\n")
            header.write_text("/* SPDX\n * A file. */\nvoid cardon_bare(int count);\n")
            found = undocumented(plain, header)
        self.assertEqual(len(found), 2, found)
        self.assertIn("width", found[1])
        self.assertIn("cardon_bare", found[0])

    def test_procedures_in_fortran_have_texts(self):
        for name in ("cardon_declaring", "cardon_computing"):
            text = (cardon_run.SOURCE / f"flesh/src/fortran/{name}.f90").read_text()
            public = set(re.findall(r"cardon_\w+", " ".join(re.findall(r"(?m)^  public :: (.*)", text))))
            made = re.findall(r"(?m)^(.*)\n  (?:pure )?(?:function|subroutine|type ::) ?(cardon_\w+)", text)
            self.assertLessEqual(public, {procedure for _, procedure in made})
            self.assertEqual([procedure for above, procedure in made if not above.startswith("  !>")], [])

    def test_comments_of_types_and_files(self):
        self.assertIn("Version of the interface between flesh and thorns.", text_of("api/version_8hpp.html"))


@unittest.skipUnless(HAS_SPHINX, "sphinx-build is missing")
class Site(unittest.TestCase):
    def test_links_and_pictures_lead_somewhere(self):
        wrong = []
        for page in MADE.rglob("*.html"):
            if "api" in page.relative_to(MADE).parts:
                continue
            for target in Targets(page.read_text()).found:
                target = re.sub(r"[?#].*", "", target)
                if target and not re.match(r"[a-z]+:", target) and not (page.parent / target).exists():
                    wrong.append(f"{page.relative_to(MADE)}: {target}")
        self.assertEqual(wrong, [])

    def test_search_knows_all_pages(self):
        index = text_of("searchindex.js")
        for page in ("flesh/doc/tutorial", "flesh/doc/gallery", "thorns/IOHDF5/README", "command-line", "parameters"):
            self.assertIn(f'"{page}"', index)
        self.assertTrue((MADE / "search.html").exists())

    def test_every_page_is_in_the_contents(self):
        contents = text_of("README.html")
        pages = {*(cardon_run.SOURCE / "flesh/doc").glob("*.md"), *cardon_run.SOURCE.glob("arrangements/*/*/README.md"),
                 *cardon_run.SOURCE.glob("thorns/*/README.md")}
        for page in pages:
            self.assertIn(f'href="{page.relative_to(cardon_run.SOURCE).with_suffix(".html")}"', contents)

    def test_contents_mark_their_page(self):
        """They are made once, for README.html."""
        entry = r'<li class="toctree-l1(.*?)"><a class=".*?" href="(.*?)">(.*?)</a>'
        titles = {target: title for _, target, title in re.findall(entry, text_of("README.html"))}
        self.assertGreater(len(titles), 80)
        for target in ("CHANGELOG.html", "flesh/doc/tutorial.html", "thorns/IOHDF5/README.html"):
            text, folder = text_of(target), (MADE / target).parent
            entries = {os.path.normpath(folder / there) if there != "#" else mark: title for mark, there, title in re.findall(entry, text)}
            self.assertEqual(entries.pop(" current current-page"), titles[target])
            self.assertEqual(entries, {str(MADE / there): title for there, title in titles.items() if there != target})
            self.assertRegex(text, rf'(?s)<ul class="current">((?!</ul>).)*href="#">{re.escape(titles[target])}<')
            self.assertEqual(text.count('<ul class="current">'), 1)

    def test_nothing_is_loaded_from_other_hosts(self):
        for page in ("README.html", "search.html"):
            self.assertNotRegex(text_of(page), r'<(script|link|img)[^>]+(src|href)="(https?:)?//')

    def test_the_program_describes_itself(self):
        self.assertIn("Usage: cardon run [OPTIONS] FILE...", text_of("command-line.html"))
        self.assertIn("Wave speed", text_of("parameters.html"))


if __name__ == "__main__":
    if not shutil.which("doxygen"):
        print("skipped: doxygen is missing")
        sys.exit(77)
    unittest.main()
