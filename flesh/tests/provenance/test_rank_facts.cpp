// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "base/host_names.hpp"
#include "provenance/rank_facts.hpp"

namespace cardon {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST(RankFacts, RangesOfRanksAreShort) {
  EXPECT_EQ(rank_ranges({}), "");
  EXPECT_EQ(rank_ranges({3}), "3");
  EXPECT_EQ(rank_ranges({0, 1, 2, 4, 6, 7}), "0-2, 4, 6-7");
}

TEST(RankFacts, SameModulesEverywhereAreNoOthers) {
  on_ranks(3, [](Transport& transport) {
    const RankFacts facts = gather_rank_facts({{"WaveToy", "/a", "12"}}, transport);
    EXPECT_THAT(facts.hosts, AllOf(SizeIs(3), Each(host_name())));
    EXPECT_THAT(facts.processors, AllOf(SizeIs(3), Each(Not(IsEmpty()))));
    EXPECT_THAT(facts.other_modules, AllOf(SizeIs(3), Each(IsEmpty())));
  });
}

TEST(RankFacts, OtherModulesThanThoseOfRankZeroAreNamed) {
  on_ranks(3, [](Transport& transport) {
    const bool other = transport.rank() == 2;
    const RankFacts facts = gather_rank_facts(
        {{"libcardon", "/a", "1"}, {"WaveToy", "/b", other ? "3" : "2"}}, transport);
    EXPECT_THAT(facts.other_modules, ElementsAre(IsEmpty(), IsEmpty(), ElementsAre("WaveToy 3")));
  });
}

}  // namespace
}  // namespace cardon
