// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/data_table.hpp>
#include <cardon/thorn/table_data.hpp>

#include "../startup/fixture.hpp"
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

TEST(RankComparison, AllRanksHaveReadTheSameDataFiles) {
  constexpr DataTable<1> law{"law", "Friction", Interpolation::linear};
  const auto compare = [&](const std::string& of_rank_1) {
    on_ranks(3, [&](Transport& transport) {
      SampleFile file("Rock: {law: law.txt}\n", {{.path = "Rock",
                                                  .description = "Under test",
                                                  .provider = "Rock",
                                                  .parameters = {declare(law)}}});
      TableData read{.file = "/law.txt", .column = "f", .checksum = "12", .x = {0, 1}};
      if (transport.rank() == 1) read.checksum = of_rank_1;
      file.parameters.section("Rock").set_table("law", std::make_shared<const TableData>(read));
      compare_data_files(file.parameters, transport);
    });
  };
  EXPECT_NO_THROW(compare("12"));
  try {
    compare("34");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().at(0).slug, "parameter/data-files-differ");
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_TRUE(error.is_on_all_ranks());
    EXPECT_THAT(error.what(), testing::HasSubstr("rank 1 on " + host_name()));
  }
}

TEST(RankComparison, ArithmeticOfOneProcessIsAlwaysTheSame) {
  EXPECT_EQ(arithmetic_checksum(), arithmetic_checksum());
}

}  // namespace
}  // namespace cardon
