// SPDX-License-Identifier: Apache-2.0
// In which portions a box is written.
#pragma once
#include <cardon/thorn/box.hpp>
#include <vector>

namespace cardon {

/// Edges of a chunk of compressed data, x, y, z: at most 512 KiB of doubles, which readers keep in
/// their cache.
Index3 chunk_edges(const Box& box, int dimensions);

/// Points of the longest portion of a grid, or of any box within it.
long max_slab_points(Index3 points, int dimensions, bool chunked);

/// The portions of a box, whole planes across its slowest direction: few long writes. Every rank
/// finds the same.
class SlabPlan {
 public:
  /// `chunked`: the portions consist of whole chunks.
  SlabPlan(const Box& box, int dimensions, int writers, bool chunked);
  /// In how many rounds every writer has written all of its portions.
  int rounds() const { return rounds_; }
  /// What a writer writes in a round; may be empty.
  const Box& at(int round, int writer) const;

 private:
  int writers_, rounds_ = 0;
  std::vector<Box> slabs_;  // round by round
};

}  // namespace cardon
