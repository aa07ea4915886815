// SPDX-License-Identifier: Apache-2.0
#include "interpolation/interpolation_plan.hpp"

#include <algorithm>
#include <bit>
#include <cardon/kit/grid/box_index.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

StencilPart part_of(const PointStencil& stencil, const Box& box) {
  StencilPart part;
  for (int d = 0; d < 3; ++d)
    for (int i = 0; i < stencil.axis(d).points; ++i) {
      const int index = stencil.axis(d).index[std::size_t(i)];
      if (index >= box.lo[std::size_t(d)] && index < box.hi[std::size_t(d)])
        part.points[std::size_t(d)] |= 1U << i;
    }
  return part;
}

int points_of(const StencilPart& part) {
  return std::popcount(part.points[0]) * std::popcount(part.points[1]) *
         std::popcount(part.points[2]);
}

}  // namespace

InterpolationPlan::InterpolationPlan(std::span<const PointStencil> stencils,
                                     const Decomposition& decomposition, int rank)
    : owned_(decomposition.owned), ranks_(decomposition.rank_of_block) {
  const BoxIndex index(owned_);
  for (std::size_t target = 0; target < stencils.size(); ++target)
    add(int(target), stencils[target], index.touching(stencils[target].hull()), rank);
  if (const auto own = targets_.find(rank); own != targets_.end()) own_targets_ = own->second;
}

void InterpolationPlan::add(int target, const PointStencil& stencil, std::span<const int> blocks,
                            int rank) {
  const Index3 middle = stencil.middle();
  const auto home = std::find_if(blocks.begin(), blocks.end(), [&](int block) {
    return owned_[std::size_t(block)].contains(middle);
  });
  if (home == blocks.end()) throw Bug("interpolation: no block owns a point of the grid");
  const int evaluator = ranks_[std::size_t(*home)];
  targets_[evaluator].push_back(target);
  int found = 0;
  for (const int block : blocks) {
    StencilPart part = part_of(stencil, owned_[std::size_t(block)]);
    const int points = points_of(part), owner = ranks_[std::size_t(block)];
    found += points;
    if (points == 0 || (owner != rank && evaluator != rank)) continue;
    part.target = target;
    part.block = block;
    if (owner == evaluator)
      own_.push_back(part);
    else if (owner == rank)
      sends_[evaluator].push_back(part);
    else
      receives_[owner].push_back(part);
  }
  if (found != stencil.points()) throw Bug("interpolation: the blocks do not tile the grid");
}

}  // namespace cardon
