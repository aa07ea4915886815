// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Layers to which something reaches: beyond a block's tile, and beyond the two ends of its site's
/// core.
struct Growth {
  int block = 0;  ///< layers beyond the tile, between blocks of a site
  int lower = 0,  ///< layers beyond the lower end of the site's core
      upper = 0;  ///< layers beyond the upper end

  /// No layers.
  constexpr Growth() = default;
  /// Makes a growth by the same number of layers in every respect.
  constexpr Growth(int layers) : block(layers), lower(layers), upper(layers) {}  // NOLINT
  /// Layers between blocks, and over the wide links at both ends.
  constexpr Growth(int block, int lower, int upper) : block(block), lower(lower), upper(upper) {}
  /// Whether all three are the same.
  bool operator==(const Growth&) const = default;
  /// No layer reaches beyond those of `other`.
  constexpr bool within(const Growth& other) const {
    return block <= other.block && lower <= other.lower && upper <= other.upper;
  }
};

}  // namespace cardon
