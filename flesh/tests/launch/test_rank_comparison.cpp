// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "../support/local_transport.hpp"
#include "base/host_names.hpp"
#include "launch/arithmetic.hpp"
#include "launch/rank_comparison.hpp"

namespace cardon {
namespace {

TEST(RankComparison, EqualLinesAreNoDifference) {
  on_ranks(3, [](Transport& transport) {
    EXPECT_FALSE(find_rank_difference({"a", "b"}, transport).has_value());
  });
}

TEST(RankComparison, TheFirstOtherLineOfTheLowestRankIsFoundOnAll) {
  on_ranks(4, [](Transport& transport) {
    const auto d = find_rank_difference(
        {"a", transport.rank() == 2 ? "x" : "b", transport.rank() == 3 ? "y" : "c"}, transport);
    ASSERT_TRUE(d.has_value());
    EXPECT_EQ(d->rank, 2);
    EXPECT_EQ(d->host, host_name());
    EXPECT_EQ(d->line, 1u);
    EXPECT_EQ(d->first, "b");
    EXPECT_EQ(d->theirs, "x");
  });
}

TEST(RankComparison, LinesThatAreMissingAreADifference) {
  on_ranks(2, [](Transport& transport) {
    const auto d = find_rank_difference(
        transport.rank() == 0 ? std::vector<std::string>{"a"} : std::vector<std::string>{"a", "b"},
        transport);
    ASSERT_TRUE(d.has_value());
    EXPECT_EQ(d->first, "");
    EXPECT_EQ(d->theirs, "b");
  });
}

TEST(RankComparison, ALineBreakWithinALineHidesNoDifference) {
  on_ranks(2, [](Transport& transport) {
    const auto d = find_rank_difference({transport.rank() == 0 ? "a\nb" : "a\nc"}, transport);
    ASSERT_TRUE(d.has_value());
    EXPECT_EQ(d->line, 0u);
  });
}

TEST(RankComparison, ArithmeticOfOneProcessIsAlwaysTheSame) {
  EXPECT_EQ(arithmetic_checksum(), arithmetic_checksum());
}

}  // namespace
}  // namespace cardon
