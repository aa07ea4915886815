// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon::plan {

/// A task as the passes see it: slots are numbered, radii are known per link.
struct FlatTask {
  struct Read {
    int slot;
    std::vector<int> radius;  ///< per link
  };
  std::vector<Read> reads;
  std::vector<int> writes;
  bool partial = false;
  std::vector<std::vector<int>>
      rotations;  ///< per rotated field its slots: next, current, past 1, past 2, ...
};

/// A number of layers for each slot.
using Layers = std::vector<int>;

}  // namespace cardon::plan
