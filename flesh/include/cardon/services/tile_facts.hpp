// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace cardon {

/// A driver that computes several tasks and steps tile by tile, so that data stay in cache.
class TileFacts {
 public:
  /// What this rank came to.
  struct Tiles {
    bool used = false;      ///< in the last segment; false: plain sweeps are faster
    int steps = 0;          ///< of a segment that nothing else ends
    int tasks = 0;          ///< that compute or fill, in the last segment
    int rows = 0;           ///< of y in a tile
    std::size_t bytes = 0;  ///< of its working set
    double gain = 0;        ///< time of plain sweeps / time in tiles; 0: not timed
  };
  virtual ~TileFacts() = default;
  /// What the last segment was computed with.
  virtual Tiles tiles() const = 0;
};

}  // namespace cardon
