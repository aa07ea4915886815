// SPDX-License-Identifier: Apache-2.0
// What pages print of the order of tiles, and of the traffic with memory that follows from it.
#include <gtest/gtest.h>

#include <cardon/kit/tiles/tile_choice.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "row_cache.hpp"

namespace cardon::test {
namespace {

/// A page of the sources, from its path.
std::string page(const std::string& path) {
  std::ifstream file(std::string(CARDON_SOURCES) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TileAccess around(int array, int radius) {
  return {array, true, false, {0, radius, radius}, {0, radius, radius}, {0, 0, 0}};
}
TileAccess overwritten(int array) { return {array, true, true, {}, {}, {}}; }
TileAccess filled(int array) { return {array, false, true, {}, {}, {}}; }

using Tasks = std::vector<std::vector<TileAccess>>;

/// The new level overwrites the oldest one.
Tasks leapfrog_steps(int steps, int radius) {
  Tasks tasks;
  for (int n = 0; n < steps; ++n) tasks.push_back({around(n % 2, radius), overwritten(1 - n % 2)});
  return tasks;
}

/// A right-hand side and its combination per stage; the sums and the field are changed in place.
Tasks stages_of_rk4(int radius) {
  Tasks tasks;
  for (int n = 0; n < 4; ++n) {
    tasks.push_back({around(0, radius), filled(1)});
    tasks.push_back({around(1, 0), overwritten(2), overwritten(0)});
  }
  return tasks;
}

std::vector<TileInstance> on_box(const Tasks& tasks, const Box& box) {
  std::vector<TileInstance> instances;
  for (const auto& accesses : tasks) instances.push_back({accesses, box});
  return instances;
}

/// A line for each tile of a plane: the plane that each task computes there.
std::string order_table(const Tasks& tasks, const std::vector<std::string>& names, bool periodic) {
  constexpr int planes = 8;
  const auto instances = on_box(tasks, {{0, 0, 0}, {1, 1, planes}});
  TileSpace space;
  if (periodic) space.cyclic[2] = planes;
  const TileColumns tiles = tile_columns(instances, tile_skews(instances), space, {100, 1});
  std::string text = "tile";
  char cell[16];
  for (const std::string& name : names) text += "  " + name;
  for (int step = 0; step < tiles.steps_of_column(); ++step) {
    std::map<int, int> at;
    for (const TilePart& part : tiles.parts_of(0, step)) at[part.instance] = part.box.lo[2];
    std::snprintf(cell, sizeof cell, "%4d", step);
    std::string line = cell;
    for (int n = 0; n < int(names.size()); ++n) {
      const std::string plane = at.count(n) != 0 ? std::to_string(at[n]) : "";
      line += std::string(2 + names[std::size_t(n)].size() - plane.size(), ' ') + plane;
    }
    text += "\n" + line.substr(0, line.find_last_not_of(' ') + 1);
  }
  return text + "\n";
}

TEST(Pages, PrintTheOrderOfTiles) {
  const std::string leapfrog =
      order_table(leapfrog_steps(4, 1), {"step 1", "step 2", "step 3", "step 4"}, true);
  const std::string rk4 =
      order_table(stages_of_rk4(1),
                  {"rhs 1", "sum 1", "rhs 2", "sum 2", "rhs 3", "sum 3", "rhs 4", "sum 4"}, false);
  std::printf("%s\n%s\n", leapfrog.c_str(), rk4.c_str());
  const std::string text = page("flesh/doc/how-the-driver-thinks.md");
  EXPECT_NE(text.find("```text\n" + leapfrog + "```"), std::string::npos);
  EXPECT_NE(text.find("```text\n" + rk4 + "```"), std::string::npos);
}

constexpr int side = 256;
constexpr std::size_t row_bytes = side * sizeof(Real), megabyte = std::size_t{1} << 20;

/// Bytes per point and step of leapfrog on a periodic cube, after two plain sweeps.
double traffic(const TileShape& shape, int steps, std::size_t cache) {
  TileSpace space;
  space.cyclic = {0, side, side};
  RowCache rows(cache / row_bytes, side, 2);
  const auto segment = [&](int length, const TileShape& tiles) {
    const auto instances = on_box(leapfrog_steps(length, 1), {{0, 0, 0}, {side, side, side}});
    for_each_tile(instances, tile_skews(instances), space, tiles,
                  [&](int n, const Box& part) { rows.compute(instances[std::size_t(n)], part); });
  };
  for (int n = 0; n < 2; ++n) segment(1, {side, 1});
  rows.forget_counts();
  segment(steps, shape);
  return double(rows.transferred()) * row_bytes / (double(side) * side * side * steps);
}

/// The tiles that a run would try first with a last-level cache of this size.
TileShape tiles_for(int steps, std::size_t cache) {
  TileRoom room;
  room.points = {side, side, side};
  room.array_bytes = row_bytes * side * side;
  room.block_bytes = 2 * room.array_bytes;
  room.second_level = megabyte;
  room.share = cache;
  SegmentFacts facts{.instances = steps, .arrays = 2};
  facts.span = {0, steps - 1, steps - 1};
  facts.reach = {1, 1, 1};
  facts.window = 4;
  facts.extent = {0, side + 2 * (steps - 1), side + 2 * (steps - 1)};
  return TileChoice({}, room).fitting(facts);
}

/// Of tiles for a large last-level cache with it, of tiles for a small one with that, and of tiles
/// of all rows, which are too large for it.
struct Traffic {
  TileShape wide, thin;
  double fits = 0, all_rows_in_small = 0, thin_in_small = 0;
};

Traffic traffic_of(int steps) {
  constexpr std::size_t large = 32 * megabyte, small = 4 * megabyte;
  Traffic found{.wide = tiles_for(steps, large), .thin = tiles_for(steps, small)};
  found.fits = traffic(found.wide, steps, large);
  found.all_rows_in_small = traffic({side, 1}, steps, small);
  found.thin_in_small = traffic(found.thin, steps, small);
  return found;
}

// Plain sweeps read two arrays and write one, longer segments in tiles read and write both once.
TEST(Pages, TellTheTrafficOfTilesByAModelOfACache) {
  const std::string text = page("tests/performance/README.md");
  for (const int steps : {1, 2, 4, 8, 16}) {
    const Traffic found = traffic_of(steps);
    char row[160];
    std::snprintf(row, sizeof row, "| %d | %d | %.1f | %.1f | %d | %.1f |", steps, found.wide.rows,
                  found.fits, found.all_rows_in_small, found.thin.rows, found.thin_in_small);
    std::printf("%s\n", row);
    EXPECT_NE(text.find("\n" + std::string(row) + "\n"), std::string::npos) << row;
    const double once = steps == 1 ? 24 : 32.0 / steps;
    EXPECT_GE(found.fits, 0.95 * once) << steps;
    EXPECT_LE(found.fits, 1.35 * once) << steps;
    if (steps > 2) {
      EXPECT_GT(found.all_rows_in_small, 23) << steps;
    }
  }
}

}  // namespace
}  // namespace cardon::test
