#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of the tables of interfaces finds rows that are missing, stale or incomplete."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_interfaces  # noqa: E402

HEADER = """
class Codec {
 public:
  virtual ~Codec() = default;
  // virtual void gone();
  virtual std::size_t encode(std::span<const std::byte> in,
                             std::span<std::byte> out) = 0;
  virtual bool lossless() const { return true; }
};
template <>
inline constexpr const char* role_name<Codec> = "codec";
struct Plain { int n = 0; };
"""
HEAD = "| interface | question | methods |\n|---|---|---|\n"


class Tables(unittest.TestCase):
    def found(self, page, header=HEADER, name="tuning/codec.hpp"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir()
            path.write_text(header)
            return list(check_interfaces.problems(page, Path(folder)))

    def test_accepts_all_methods_in_their_order(self):
        self.assertEqual(self.found(HEAD + "| `Codec` | how | `encode`, `lossless` |\n"), [])

    def test_finds_methods_that_are_missing_renamed_or_gone(self):
        for methods in ("`encode`", "`encode`, `exact`", "`encode`, `lossless`, `gone`"):
            found = self.found(HEAD + f"| `Codec` | how | {methods} |\n")
            self.assertEqual(len(found), 1, found)
            self.assertIn("Codec has the methods encode, lossless, the row lists", found[0])

    def test_finds_roles_without_a_row(self):
        self.assertEqual(self.found("nothing"), ["Codec has no row"])
        self.assertEqual(self.found("| `Codec` | in | `another table` |\n"), ["Codec has no row"])

    def test_finds_interfaces_without_a_role_in_the_folder_of_services(self):
        header = "class Clock { public: virtual ~Clock() = default; virtual double now() const = 0; };"
        self.assertEqual(self.found("", header, "services/clock.hpp"), ["Clock has no row"])
        self.assertEqual(self.found("", header), [])

    def test_finds_rows_without_a_class(self):
        self.assertIn("Decoder is not an interface of the headers",
                      self.found(HEAD + "| `Codec` | how | `encode`, `lossless` |\n| `Decoder` | how | `decode` |\n"))


if __name__ == "__main__":
    unittest.main()
