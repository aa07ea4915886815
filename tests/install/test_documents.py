#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documents of an installed Cardon: all pages with their pictures, links between them that lead somewhere, how to cite it, manual
pages and completions."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "lib"), str(TESTS / "readme")]
import cardon_run  # noqa: E402
from check_pages import broken_links  # noqa: E402


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = cardon_run.folder()
        cls.prefix = Path(scratch.__enter__()).resolve()
        cls.addClassCleanup(scratch.__exit__, None, None, None)
        subprocess.run(["cmake", "--install", os.environ["CARDON_BUILD"], "--prefix", cls.prefix, "--component", "Unspecified"],
                       check=True, capture_output=True)
        cls.documents = cls.prefix / "share/doc/cardon"

    def test_pages_are_all_there(self):
        source = cardon_run.SOURCE
        pages = [source / "README.md"] + [page for pattern in ("flesh/doc/*.md", "thorns/*/README.md", "arrangements/*/*/README.md")
                                          for page in source.glob(pattern)]
        missing = [page.relative_to(source) for page in pages if not (self.documents / page.relative_to(source)).is_file()]
        self.assertEqual(missing, [])
        for name in ("CITATION.cff", "CHANGELOG.md", "copyright"):
            self.assertTrue((self.documents / name).is_file(), name)
        self.assertTrue((self.prefix / "share/cardon/doc/errors.md").is_file(), "cardon describe SLUG reads it")

    def test_links_between_them_lead_somewhere(self):
        """Those to tests, tools and sources need the sources."""
        broken = []
        for page in self.documents.rglob("*.md"):
            for target, _ in broken_links(page):
                place = Path(os.path.normpath(page.parent / target.partition("#")[0]))
                inside = os.path.relpath(place, self.documents)
                if not (cardon_run.SOURCE / inside).exists() or inside.endswith(".md") and not inside.startswith(("tests/", "utils/")):
                    broken.append((str(page.relative_to(self.documents)), target))
        self.assertEqual(broken, [])

    def test_manual_pages_and_completions(self):
        names = {file.name for file in self.prefix.rglob("*") if file.is_file()}
        self.assertTrue({"cardon.1", "cardon-run.1", "cardon-plot.1", "_cardon", "cardon.fish"} <= names)


if __name__ == "__main__":
    unittest.main()
