// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "table.hpp"

namespace cardon::cli {
namespace {

TEST(Table, AlignsColumnsAndLeavesNoBlanksAtTheEnd) {
  Table table({"name", "value"});
  table.add({"a", ""});
  table.add({"a long name", "1"});
  EXPECT_EQ(table.text(),
            "name         value\n"
            "a\n"
            "a long name  1\n");
}

TEST(Table, WithoutRowsIsNone) {
  const Table table({"name"});
  EXPECT_EQ(table.text(), "none\n");
  EXPECT_EQ(table.json(), "[]\n");
}

TEST(Table, ColumnsAreAsWideAsTheyLook) {
  Table table({"run", "title"});
  table.add(
      {"Stra\xc3\x9f"
       "e",
       "w"});                                    // six letters in seven bytes
  table.add({"\xe6\xb3\xa2\xe6\xb3\xa2", "w"});  // two characters of two columns each
  EXPECT_EQ(table.text(),
            "run     title\n"
            "Stra\xc3\x9f"
            "e  w\n"
            "\xe6\xb3\xa2\xe6\xb3\xa2    w\n");
}

TEST(Table, CannotBeBrokenByItsCells) {
  Table table({"title", "x"});
  table.add({"two\nlines\x1b[31m", "1"});
  EXPECT_EQ(table.text(),
            "title               x\n"
            "two\\nlines\\x1b[31m  1\n");
}

TEST(Table, AsJsonKeepsTheTextAndTheOrder) {
  Table table({"z", "a"});
  table.add({"two\nlines", "\xff"});
  EXPECT_EQ(table.json(), "[\n  {\n    \"z\": \"two\\nlines\",\n    \"a\": \"\\ufffd\"\n  }\n]\n");
  EXPECT_EQ(nlohmann::json::parse(table.json())[0]["z"], "two\nlines");
}

}  // namespace
}  // namespace cardon::cli
