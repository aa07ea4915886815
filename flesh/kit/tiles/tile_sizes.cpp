// SPDX-License-Identifier: Apache-2.0
// Which tiles fit the caches.
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/tiles/tile_choice.hpp>

#include "cores/host_topology.hpp"

namespace cardon {
namespace {

constexpr int min_rows = 16;       // narrower tiles read too many rows twice
constexpr int narrow_planes = 2;   // of tiles of so few rows
constexpr long min_points = 4096;  // of a slab, so that the call of a task costs little
// Of a slab whose faces are filled, each in a call of its own; in so many planes at most.
constexpr long min_points_with_faces = 32768;
constexpr long max_planes_with_faces = 4;
constexpr double differ = 0.8;  // times the rows of another shape: clearly fewer
// Virtual machines tell the caches of their hosts.
constexpr std::size_t largest_share = std::size_t{32} << 20;

std::size_t cache_bytes(int name) {
  const long bytes = sysconf(name);
  return bytes > 0 ? std::size_t(bytes) : 0;
}

// In equal parts.
int even(int all, int part) {
  if (part >= all) return std::max(all, 1);
  const int parts = (all + part - 1) / part;
  return (all + parts - 1) / parts;
}

}  // namespace

void set_caches(const TileUsers& users, TileRoom& room) {
  const long all = long(users.ranks) * users.threads;
  room.threads = users.threads;
  room.second_level = std::max(cache_bytes(_SC_LEVEL2_CACHE_SIZE), std::size_t{1} << 20);
  // Only hwloc knows which cores share a cache; to ask it takes as long as a small run.
  const std::size_t share = all == 1
                                ? std::min(cache_bytes(_SC_LEVEL3_CACHE_SIZE), largest_share)
                                : HostTopology::of_this_host().last_level_share(all, largest_share);
  room.share = std::max(share, room.second_level);
}

TileRoom tile_room(const Layout& layout, int block, std::size_t bytes, int arrays,
                   const TileUsers& users) {
  TileRoom room;
  room.dimensions = layout.grid().dimensions;
  for (int d = 0; d < 3; ++d) room.points[d] = layout.tile(block).extent(d);
  room.block_bytes = bytes;
  room.array_bytes = bytes / std::size_t(std::max(arrays, 1));
  set_caches(users, room);
  return room;
}

TileRoom tile_room(const Layout& layout, int block, const BlockStorage& storage,
                   const TileUsers& users) {
  return tile_room(layout, block, storage.bytes(), storage.arrays(), users);
}

// A tile holds the planes between the first and the last instance, with what these read around
// them; on a plane, the rows.
std::size_t TileChoice::working_set(const SegmentFacts& facts, const TileShape& shape) const {
  const int last = room_.dimensions - 1;
  const std::size_t line = room_.array_bytes / std::size_t(room_.points[last]);
  const int across = last == 2 ? shape.planes : shape.rows;
  const double part = last == 2 ? std::min(1.0, double(shape.rows) / room_.points[1]) : 1.0;
  const double deep = facts.span[last] + 2 * facts.reach[last] + across;
  return std::size_t(facts.arrays * deep * part * double(line));
}

// Columns in whole multiples of the threads, at most so wide.
int TileChoice::rows_for_threads(const SegmentFacts& facts, int max_rows) const {
  const int all = std::max(facts.extent[1], 1);
  const int columns = (all + max_rows - 1) / max_rows;
  const int rounds = (columns + room_.threads - 1) / room_.threads;
  const int rows = (all + rounds * room_.threads - 1) / (rounds * room_.threads);
  return std::max(rows, std::min({min_rows, max_rows, room_.points[1]}));
}

// So many that what an operation reads around a plane is still in the second-level cache when it
// goes on to the next one.
int TileChoice::rows_near(const SegmentFacts& facts) const {
  const std::size_t row =
      room_.array_bytes / std::size_t(room_.points[2]) / std::size_t(room_.points[1]);
  const std::size_t window = std::max<std::size_t>(row * std::size_t(facts.window), 1);
  return int(std::min<std::size_t>(room_.second_level / 2 / window, std::size_t(1) << 20));
}

// As many as an operation reads around them: each plane comes from the last level twice, not once
// for each of its neighbours.
int TileChoice::planes_near(const SegmentFacts& facts) { return std::max(2 * facts.reach[2], 1); }

// Of a tile in three directions whose working set takes so many bytes.
int TileChoice::rows_within(const SegmentFacts& facts, std::size_t bytes) const {
  const std::size_t row = std::max<std::size_t>(working_set(facts, {1, planes_near(facts)}), 1);
  return int(std::min<std::size_t>(bytes / row, std::size_t(1) << 20));
}

// So many rows, or a little fewer in equal parts.
TileShape TileChoice::of_rows(const SegmentFacts& facts, int rows) const {
  TileShape shape{room_.threads > 1 ? rows_for_threads(facts, rows) : even(room_.points[1], rows),
                  planes_near(facts)};
  const long slab = std::max(1L, long(room_.points[0]) * shape.rows);
  shape.planes = int(std::max(long(shape.planes), min_points / slab));
  const long with_faces = std::clamp(min_points_with_faces / slab, 1L, max_planes_with_faces);
  if (facts.fills_faces) shape.planes = std::max(shape.planes, int(with_faces));
  return shape;
}

TileShape TileChoice::fitting(const SegmentFacts& facts) const { return fitting(facts, 1); }

// Of `times` the rows that stay in the second-level cache between planes.
TileShape TileChoice::fitting(const SegmentFacts& facts, int times) const {
  const std::size_t room = room_.share / 3;
  if (!facts.fits) return {0, 0};
  if (room_.dimensions == 2) {
    const int rows = int(std::max(1L, min_points / std::max(room_.points[0], 1)));
    const TileShape shape{rows, 1};
    return working_set(facts, shape) <= room ? shape : TileShape{0, 0};
  }
  const int fit = rows_within(facts, room);
  const int needed = std::min(room_.points[1], std::max(min_rows, facts.span[1]));
  if (fit < needed) return {0, 0};
  return of_rows(facts, std::min(fit, std::max(needed, times * rows_near(facts))));
}

TileShape TileChoice::in_second_level(const SegmentFacts& facts) const {
  const int rows = rows_within(facts, room_.second_level / 2);
  return rows >= min_rows ? of_rows(facts, rows) : TileShape{0, 0};
}

TileShape TileChoice::narrow_tiles(const SegmentFacts& facts) const {
  const int rows =
      room_.threads > 1 ? rows_for_threads(facts, min_rows) : even(room_.points[1], min_rows);
  return {rows, narrow_planes};
}

TileShape TileChoice::first_tried(const SegmentFacts& facts) const {
  const TileShape fit = fitting(facts);
  if (fit.rows > 0 || room_.dimensions < 3 || !facts.fits) return fit;
  return narrow_tiles(facts);
}

std::vector<TileShape> TileChoice::shapes(const SegmentFacts& facts) const {
  const TileShape first = first_tried(facts);
  std::vector<TileShape> shapes{first};
  if (room_.dimensions < 3 || fitting(facts).rows == 0) return shapes;
  const TileShape between = in_second_level(facts), narrow = narrow_tiles(facts);
  const double upper = differ * first.rows, lower = narrow.rows / differ;
  if (first.rows >= 2 * min_rows) {
    if (between.rows < upper && between.rows > lower) shapes.push_back(between);
    if (narrow.rows < first.rows) shapes.push_back(narrow);
  }
  const TileShape wide = fitting(facts, 2);
  if (differ * wide.rows > first.rows) shapes.push_back(wide);
  return shapes;
}

// Narrow tiles where nothing fits: whoever asks for tiles gets some.
TileShape TileChoice::by_hand(const SegmentFacts& facts) const {
  const bool given = settings_.rows > 0 || settings_.planes > 0;
  const int shape = given ? 0 : untimed_shape(facts).value_or(fastest_shape(facts));
  const TileShape tried = shapes(facts)[std::size_t(shape)];
  const int rows = settings_.rows > 0 ? settings_.rows : tried.rows;
  const int planes = settings_.planes > 0 ? settings_.planes : tried.planes;
  return {rows > 0 ? rows : min_rows, std::max(planes, 1)};
}

}  // namespace cardon
