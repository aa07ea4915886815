#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stored checksums notice changed bits, changes that nobody has declared, and files without an entry."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import test_parfile  # noqa: E402
from stored_checksums import complaint, declared, digest, misfit, read, renewed  # noqa: E402

OLD, NEW = {"A::u": "01", "A::v": "02"}, {"A::u": "01", "A::v": "03"}
DECLARED = "# Changes\n\n- Results change: `a.yaml`, `b.yaml`: sums in another order.\n- `c.yaml` is new.\n"


class Complaints(unittest.TestCase):
    def setUp(self):
        self.stored = renewed({"arithmetic": "x", "files": {}}, "a.yaml", OLD, "x")

    def test_changed_bits_are_noticed(self):
        self.assertEqual(complaint("a.yaml", OLD, "x", self.stored, ""), "")
        self.assertRegex(complaint("a.yaml", NEW, "x", self.stored, ""), "no longer those .*'A::v': '03'")

    def test_they_must_be_declared(self):
        changed = renewed(self.stored, "a.yaml", NEW, "x")
        self.assertEqual(changed["files"], {"a.yaml": [digest(OLD), digest(NEW)]})
        self.assertIn("declare each in CHANGELOG.md", complaint("a.yaml", NEW, "x", changed, "# Changes\n"))
        self.assertEqual(complaint("a.yaml", NEW, "x", changed, DECLARED), "")
        again = renewed(changed, "a.yaml", OLD, "x")
        self.assertIn("have changed 2 times", complaint("a.yaml", OLD, "x", again, DECLARED))

    def test_a_renewal_without_a_change_keeps_the_history(self):
        self.assertEqual(renewed(self.stored, "a.yaml", OLD, "x"), self.stored)

    def test_other_arithmetic_cannot_be_compared(self):
        self.assertIsNone(complaint("a.yaml", NEW, "y", self.stored, ""))

    def test_files_without_an_entry(self):
        self.assertIn("lacks b.yaml", complaint("b.yaml", OLD, "x", self.stored, ""))

    def test_lines_of_the_change_log(self):
        self.assertEqual([declared(f"{letter}.yaml", DECLARED) for letter in "abc"], [1, 1, 0])

    def test_entries_have_their_files(self):
        files = (cardon_run.SOURCE / "parfiles").glob("*.yaml")
        run = {path.name for path in files if not test_parfile.expectations(path.read_text()).get("check")}
        self.assertEqual(set(read()["files"]), run)

    def test_one_file_is_not_renewed_with_other_arithmetic(self):
        self.assertEqual(misfit(self.stored, ["b.yaml"], "x"), "")
        self.assertEqual(misfit(self.stored, [], "y"), "")
        self.assertIn("drops their histories", misfit(self.stored, ["b.yaml"], "y"))


if __name__ == "__main__":
    unittest.main()
