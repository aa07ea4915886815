// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/suggest.hpp"

namespace cardon {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("speed", "speed"), 0);
  EXPECT_EQ(edit_distance("sped", "speed"), 1);
  EXPECT_EQ(edit_distance("speeed", "speed"), 1);
  EXPECT_EQ(edit_distance("spead", "speed"), 1);
  EXPECT_EQ(edit_distance("spede", "speed"), 1);  // a swap of neighbours is one change
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("width", "speed"), 5);
}

TEST(Suggest, NearestFirstAndNothingFurtherThanTwo) {
  EXPECT_EQ(suggest("spede", {"width", "spent", "speed"}),
            (std::vector<std::string>{"speed", "spent"}));
  EXPECT_TRUE(suggest("amplitude", {"speed", "width"}).empty());
}

TEST(Suggest, ShortWordsMustBeNearer) {
  EXPECT_TRUE(suggest("x", {"y"}).empty());
  EXPECT_EQ(suggest("dt", {"td", "ab"}), std::vector<std::string>{"td"});
}

TEST(Suggest, CaseDoesNotCount) {
  EXPECT_EQ(suggest("WAVETOY", {"WaveToy"}), std::vector<std::string>{"WaveToy"});
}

TEST(DidYouMean, NamesAtMostThree) {
  EXPECT_EQ(did_you_mean("spede", {"speed", "width"}), "did you mean speed?");
  EXPECT_EQ(did_you_mean("l3", {"l1", "l2"}), "did you mean l1 or l2?");
  EXPECT_EQ(did_you_mean("l0", {"l1", "l2", "l3", "l4"}), "did you mean l1, l2 or l3?");
  EXPECT_EQ(did_you_mean("tilte", {"time", "title"}), "did you mean title?");
  EXPECT_EQ(did_you_mean("unrelated", {"l1"}), "");
}

}  // namespace
}  // namespace cardon
