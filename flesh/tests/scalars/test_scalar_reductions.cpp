// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <thread>

#include "../support/local_transport.hpp"
#include "scalars/scalar_reductions.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

const std::vector<ScalarInfo> scalars = {
    {.id = 0, .name = "mass", .thorn = "Wave", .kind = Reduce::sum},
    {.id = 1, .name = "peak", .thorn = "Wave", .kind = Reduce::max}};

void add(ScalarReductions& board, const std::vector<Real>& row) {
  board.add_row("Wave", "mass", row, {0, 0, 0});
  board.add_row("Wave", "peak", row, {0, 0, 0});
}

std::vector<Real> combined(ScalarReductions& board) {
  std::vector<Real> values;
  on_ranks(1, [&](Transport& transport) { values = board.combine(transport); });
  return values;
}

// What two ranks of a run had reduced when a checkpoint was written counts in the next run.
TEST(ScalarReductions, GoesOnWithWhatAnEarlierRunReduced) {
  ScalarReductions one(scalars), two(scalars), later(scalars);
  add(one, {1e100, 3});
  add(two, {-1e100, 4.5});
  std::vector<std::byte> state = one.state();
  ASSERT_EQ(state.size(), one.state_bytes());
  one.merge(state, two.state());
  later.restore(state, true, 0);
  add(later, {0.25});
  EXPECT_THAT(combined(later), ElementsAre(7.75, 1e100));
}

// As threads of a rank do, each with rows of its own.
TEST(ScalarReductions, AreTheSameFromSeveralThreads) {
  const auto add_rows = [](ScalarReductions& board, int first, int end) {
    for (int n = first; n < end; ++n) add(board, {1e100 / (n + 1), n % 2 == 0 ? -1e-100 : 3e7 * n});
  };
  constexpr int rows = 400, threads = 4;
  ScalarReductions one(scalars), all(scalars);
  add_rows(one, 0, rows);
  std::vector<std::jthread> team;
  for (int n = 0; n < threads; ++n)
    team.emplace_back([&, n] { add_rows(all, rows * n / threads, rows * (n + 1) / threads); });
  team.clear();
  EXPECT_EQ(all.state(), one.state());
  EXPECT_EQ(combined(all), combined(one));
  EXPECT_EQ(all.state(), ScalarReductions(scalars).state());
}

TEST(ScalarReductions, NamesTheScalarThatWasMeant) {
  ScalarReductions board(scalars);
  try {
    board.add_row("Wave", "maas", std::vector<Real>{1}, {0, 0, 0});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "schedule/unknown-scalar");
    EXPECT_EQ(error.problems().front().hint, "did you mean mass?");
  }
}

TEST(ScalarReductions, BeginsAnewAfterItWasAsked) {
  ScalarReductions board(scalars);
  add(board, {2});
  combined(board);
  EXPECT_EQ(board.state(), ScalarReductions(scalars).state());
}

}  // namespace
}  // namespace cardon
