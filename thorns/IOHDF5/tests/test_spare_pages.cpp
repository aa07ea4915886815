// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "spare_pages.hpp"

namespace cardon {
namespace {

constexpr std::size_t slab = 2090916;

std::size_t offset_in(const PageBytes& pages, std::size_t page) {
  return std::size_t(reinterpret_cast<std::uintptr_t>(pages.data()) % page);
}

TEST(SparePages, ReturnsTheMemoryThatWasGivenBack) {
  SparePages spare;
  PageBytes pages = spare.take(slab);
  const std::byte* const first = pages.data();
  spare.give(std::move(pages));
  EXPECT_EQ(spare.kept(), slab);
  const PageBytes shorter = spare.take(slab / 2 + 1);
  EXPECT_EQ(shorter.data(), first);
  EXPECT_EQ(shorter.size(), slab / 2 + 1);
  EXPECT_EQ(spare.kept(), 0u);
}

TEST(SparePages, TakesTheSmallestThatFitsAndNoneOfWhichHalfStaysUnused) {
  SparePages spare;
  PageBytes large = spare.take(16000), small = spare.take(12000);
  const std::byte* const first = small.data();
  spare.give(std::move(large));
  spare.give(std::move(small));
  EXPECT_EQ(spare.take(10000).data(), first);
  EXPECT_EQ(spare.take(8000).capacity(), 8000u);
}

TEST(SparePages, KeepsNoMoreThanWasOutAtOnce) {
  SparePages spare;
  for (const std::size_t bytes : {40000u, 4000u, 400u, 40000u, 100u}) {
    spare.give(spare.take(bytes));
    EXPECT_LE(spare.kept(), 40000u);
  }
  PageBytes one = spare.take(40000), two = spare.take(40000);
  spare.give(std::move(one));
  spare.give(std::move(two));
  EXPECT_EQ(spare.kept(), 80000u);
}

TEST(SparePages, NothingIsNotKept) {
  SparePages spare;
  spare.give(spare.take(0));
  EXPECT_EQ(spare.kept(), 0u);
}

TEST(SparePages, BeginAtPagesAtHugeOnesWhereTheyFillSome) {
  SparePages spare;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, slab / 2})
    EXPECT_EQ(offset_in(spare.take(bytes), 4096), 0u);
  for (const std::size_t bytes : {slab, 2 * slab + 1})
    EXPECT_EQ(offset_in(spare.take(bytes), std::size_t{2} << 20), 0u);
}

TEST(SparePages, AreThoseOfAllOutputsAsLongAsThereAreAny) {
  const auto one = SparePages::of_process();
  EXPECT_EQ(one, SparePages::of_process());
}

}  // namespace
}  // namespace cardon
