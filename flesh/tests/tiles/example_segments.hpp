// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tiles/tile_choice.hpp>

namespace cardon {

inline constexpr std::size_t mib = std::size_t{1} << 20;

/// A cube of two arrays, on a core with 1 MiB of second-level and 32 MiB of last-level cache.
inline TileRoom cube(int points) {
  TileRoom room;
  room.points = {points, points, points};
  room.array_bytes = sizeof(Real) * std::size_t(points) * points * points;
  room.block_bytes = 2 * room.array_bytes;
  room.second_level = mib;
  room.share = 32 * mib;
  return room;
}

/// Leapfrog of radius 1: an instance per step, which lags by a row more.
inline SegmentFacts leapfrog(int steps) {
  const int span = steps - 1;
  return {steps, 2, {0, span, span}, {1, 1, 1}, {0, 256 + 2 * span, 256 + 2 * span}, true};
}

/// As many arrays as Einstein's equations have, and 32 instances per step.
inline SegmentFacts many_arrays(int steps) {
  SegmentFacts facts = leapfrog(32 * steps);
  facts.arrays = 100;
  return facts;
}

}  // namespace cardon
