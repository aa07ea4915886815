// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "tiles/wavefront.hpp"

namespace cardon {
namespace {

// A part in each step, whose instance is the number of the column and whose box that of the step.
TileColumns columns_of(int columns, int steps) {
  TileColumns all;
  all.columns = columns;
  for (int column = 0; column < columns; ++column)
    for (int step = 0; step < steps; ++step) {
      all.steps.push_back(all.parts.size());
      all.parts.push_back({column, {{0, 0, step}, {1, 1, step + 1}}});
    }
  all.steps.push_back(all.parts.size());
  return all;
}

TEST(Wavefront, StepsFollowThoseOfTheColumnBefore) {
  for (const int threads : {1, 2, 4}) {
    ThreadTeam team(threads);
    for (int round = 0; round < 200; ++round) {
      const int columns = 1 + round % 7, steps = 1 + round % 11;
      const TileColumns all = columns_of(columns, steps);
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(columns));
      std::atomic<int> wrong = 0;
      const auto work = [&](std::span<const TilePart> parts, int) {
        ASSERT_EQ(parts.size(), 1U);
        const TilePart& part = parts.front();
        const int step = part.box.lo[2];
        if (part.instance > 0 && done[std::size_t(part.instance) - 1] <= step) ++wrong;
        if (done[std::size_t(part.instance)]++ != step) ++wrong;
      };
      run_wavefront(team, all, {0, steps / 2}, work);
      run_wavefront(team, all, {steps / 2, steps}, work);
      EXPECT_EQ(wrong, 0);
      for (const std::atomic<int>& column : done) EXPECT_EQ(column, steps);
    }
  }
}

// What one thread would meet first, and nobody waits for what never comes.
TEST(Wavefront, ThrowsWhatTheFirstFailedColumnThrew) {
  ThreadTeam team(3);
  for (int round = 0; round < 300; ++round) {
    const TileColumns all = columns_of(8, 6);
    std::string text;
    try {
      run_wavefront(team, all, {0, 6}, [&](std::span<const TilePart> parts, int) {
        const TilePart& part = parts.front();
        if (part.instance >= 2 && part.box.lo[2] == 5 - part.instance / 2)
          throw std::runtime_error(std::to_string(part.instance));
      });
    } catch (const std::runtime_error& error) {
      text = error.what();
    }
    ASSERT_EQ(text, "2");
  }
}

}  // namespace
}  // namespace cardon
