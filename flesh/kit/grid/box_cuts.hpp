// SPDX-License-Identifier: Apache-2.0
// Cutting a box into boxes of given shares of its work.
#pragma once
#include <cardon/thorn/box.hpp>
#include <vector>

#include "grid/min_extents.hpp"
#include "grid/plane_costs.hpp"

namespace cardon {

/// One box per weight, in their order, by recursive bisection. Each cut is made where the two parts
/// come nearest to their shares, in the direction that makes balance best and cut faces cheapest.
/// Needs weights.size() <= extents.capacity(box).
std::vector<Box> bisect(const Box& box, const std::vector<double>& weights, const PlaneCosts& costs,
                        const MinExtents& extents);

/// A regular array of boxes, one per weight, x fastest. Its layers get work in proportion to the
/// weights in them. Needs topology[d] <= extents.max_pieces(box, d).
std::vector<Box> cut_array(const Box& box, const Index3& topology,
                           const std::vector<double>& weights, const PlaneCosts& costs,
                           const MinExtents& extents);

/// n boxes of equal work: slices across the axis of `costs` as far as they may be thin enough, and
/// these cut further where they are too few. Needs n <= extents.capacity(box).
std::vector<Box> cut_slices(const Box& box, int n, const PlaneCosts& costs,
                            const MinExtents& extents);

}  // namespace cardon
