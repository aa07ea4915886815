// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "provenance/citations.hpp"

namespace cardon {
namespace {

ThornDeclaration thorn(std::string name, std::vector<std::string> authors,
                       std::vector<std::string> citations) {
  ThornDeclaration thorn;
  thorn.name = std::move(name);
  thorn.summary = "A thorn";
  thorn.authors = std::move(authors);
  thorn.citations = std::move(citations);
  return thorn;
}

TEST(Citations, AreThoseOfThornsThatHaveSome) {
  const std::vector thorns{thorn("A", {"B. C.", "D. E."}, {"J. F. 1, 2"}), thorn("G", {}, {})};
  EXPECT_EQ(
      citations_text(thorns),
      "Please cite what this run is based on.\n\nA: A thorn\n  by B. C., D. E.\n  J. F. 1, 2\n");
  EXPECT_EQ(citations_json(thorns).dump(),
            R"({"A":{"authors":["B. C.","D. E."],"works":["J. F. 1, 2"]}})");
}

TEST(Citations, AreNothingWhereThereAreNone) {
  EXPECT_EQ(citations_text({thorn("G", {}, {})}), "");
  EXPECT_TRUE(citations_json({thorn("G", {}, {})}).empty());
}

}  // namespace
}  // namespace cardon
