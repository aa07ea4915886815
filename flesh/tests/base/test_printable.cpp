// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/printable.hpp"

namespace cardon {
namespace {

TEST(Printable, TextStaysAsItIs) {
  const char* const text = "Sch\xc3\xb6n \xe2\x86\x92 \xe4\xb8\xad, \"a\\b\" \xf0\x9f\x98\x80";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ControlCharactersAreEscaped) {
  EXPECT_EQ(printable("\x1b[1mred\r\n\t\x7f"), "\\x1b[1mred\\r\\n\\t\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");
}

TEST(Printable, InvisibleCharactersAreEscaped) {
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "fdp"),
            "\\u202efdp");
  EXPECT_EQ(printable("\xe2\x81\xa6\xe2\x80\xa8\xe2\x80\x8b"), "\\u2066\\u2028\\u200b");
  EXPECT_EQ(printable("\xf3\xa0\x81\x81"), "\\U000e0041");
}

TEST(Printable, BytesThatAreNoTextAreEscaped) {
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xc0\x8a\xed\xa0\x80"), "\\xc0\\x8a\\ud800");
}

TEST(Printable, LinesMayStay) { EXPECT_EQ(printable_lines("a\nb\r\n\x1b"), "a\nb\\r\n\\x1b"); }

}  // namespace
}  // namespace cardon
