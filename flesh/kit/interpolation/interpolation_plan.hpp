// SPDX-License-Identifier: Apache-2.0
// Who sends what to whom, so that every point is evaluated in one place.
#pragma once
#include <array>
#include <cardon/services/decomposition.hpp>
#include <map>
#include <span>
#include <vector>

#include "interpolation/point_stencil.hpp"

namespace cardon {

/// The points of a target's stencil that a block owns: a product of some in each direction.
struct StencilPart {
  int target = 0;
  int block = 0;                     ///< number in the decomposition
  std::array<unsigned, 3> points{};  ///< bit i: point i of the direction

  /// Calls visit(number of the point in the stencil, its global index) with x fastest.
  template <class Visit>
  void for_each(const PointStencil& stencil, Visit&& visit) const {
    const AxisStencil &x = stencil.axis(0), &y = stencil.axis(1), &z = stencil.axis(2);
    const auto in = [this](std::size_t d, int i) { return (points[d] >> i & 1U) != 0; };
    for (int k = 0; k < z.points; ++k)
      for (int j = 0; j < y.points; ++j) {
        if (!in(2, k) || !in(1, j)) continue;
        const int row = (k * y.points + j) * x.points;
        Index3 at{0, y.index[std::size_t(j)], z.index[std::size_t(k)]};
        for (int i = 0; i < x.points; ++i) {
          if (!in(0, i)) continue;
          at[0] = x.index[std::size_t(i)];
          visit(row + i, at);
        }
      }
  }
};

/// For one decomposition. Every rank makes it by itself, and all make the same: the rank that owns
/// the middle of a stencil evaluates it; other owners of points send it their values.
class InterpolationPlan {
 public:
  using Parts = std::vector<StencilPart>;

  /// Throws Bug if the blocks do not tile the grid.
  InterpolationPlan(std::span<const PointStencil> stencils, const Decomposition& decomposition,
                    int rank);

  /// Whether the grid is still cut in the same way.
  bool suits(const Decomposition& decomposition) const {
    return owned_ == decomposition.owned && ranks_ == decomposition.rank_of_block;
  }
  const std::map<int, std::vector<int>>& targets() const { return targets_; }  ///< by rank
  /// Those that this rank evaluates, in ascending order.
  const std::vector<int>& own_targets() const { return own_targets_; }
  const Parts& own() const { return own_; }                     ///< of own targets in own blocks
  const std::map<int, Parts>& sends() const { return sends_; }  ///< by receiver
  const std::map<int, Parts>& receives() const { return receives_; }  ///< by sender
  const Box& box(int block) const { return owned_[std::size_t(block)]; }

 private:
  void add(int target, const PointStencil& stencil, std::span<const int> blocks, int rank);

  std::vector<Box> owned_;
  std::vector<int> ranks_;
  std::map<int, std::vector<int>> targets_;
  std::vector<int> own_targets_;
  Parts own_;
  std::map<int, Parts> sends_, receives_;
};

}  // namespace cardon
