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

/// Steps of leapfrog on a periodic grid with a number per row: the new level overwrites the oldest.
class RowsOfLeapfrog {
 public:
  static constexpr int rows = 23, planes = 20;
  RowsOfLeapfrog() {
    for (int place = 0; place < rows * planes; ++place) {
      levels_[0].push_back(place % 17);
      levels_[1].push_back(place % 13);
    }
  }
  void step(int number, const Box& part) {
    const std::vector<double>& now = levels_[number % 2];
    std::vector<double>& next = levels_[1 - number % 2];
    for (int z = part.lo[2]; z < part.hi[2]; ++z)
      for (int y = part.lo[1]; y < part.hi[1]; ++y)
        next[place(y, z)] = 0.4 * (now[place(y - 1, z)] + now[place(y + 1, z)] +
                                   now[place(y, z - 1)] + now[place(y, z + 1)]) -
                            next[place(y, z)];
  }
  bool operator==(const RowsOfLeapfrog&) const = default;

 private:
  static std::size_t place(int y, int z) {
    return std::size_t((z + planes) % planes * rows + (y + rows) % rows);
  }
  std::vector<double> levels_[2];
};

// Values are not atomic: sanitizers/threads tells where a thread is not told that they are there.
TEST(Wavefront, ThreadsComputeTheValuesOfPlainSweeps) {
  constexpr int steps = 6;
  const Box grid{{0, 0, 0}, {1, RowsOfLeapfrog::rows, RowsOfLeapfrog::planes}};
  std::vector<TileInstance> instances;
  for (int n = 0; n < steps; ++n)
    instances.push_back(
        {{{n % 2, true, false, {0, 1, 1}, {0, 1, 1}, {}}, {1 - n % 2, true, true, {}, {}, {}}},
         grid});
  TileSpace space;
  space.cyclic = {0, RowsOfLeapfrog::rows, RowsOfLeapfrog::planes};
  const TileColumns columns = tile_columns(instances, tile_skews(instances), space, {4, 1});
  ASSERT_GT(columns.columns, 4);
  RowsOfLeapfrog plain;
  for (int n = 0; n < steps; ++n) plain.step(n, grid);
  for (const int threads : {1, 2, 4}) {
    ThreadTeam team(threads);
    for (int round = 0; round < 100; ++round) {
      RowsOfLeapfrog tiled;
      run_wavefront(team, columns, {0, columns.steps_of_column()},
                    [&](std::span<const TilePart> parts, int) {
                      for (const TilePart& part : parts) tiled.step(part.instance, part.box);
                    });
      ASSERT_EQ(tiled, plain) << threads << " threads, round " << round;
    }
  }
}

}  // namespace
}  // namespace cardon
