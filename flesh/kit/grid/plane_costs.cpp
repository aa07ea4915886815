// SPDX-License-Identifier: Apache-2.0
#include "grid/plane_costs.hpp"

#include <algorithm>
#include <numeric>

namespace cardon {

PlaneCosts::PlaneCosts(int axis, int first_plane, int planes)
    : axis_(axis), first_(first_plane), sums_(std::size_t(planes) + 1) {
  std::iota(sums_.begin(), sums_.end(), 0.0);
}

void PlaneCosts::add_link(int end, int depth, double packing, double layers) {
  const std::size_t planes = sums_.size() - 1;
  const std::size_t sent = std::clamp<std::size_t>(std::size_t(depth), 1, planes);
  double added = 0;
  for (std::size_t k = 0; k < planes; ++k) {
    const std::size_t layer = end == 0 ? k : planes - 1 - k;
    if (layer < sent) added += packing / 2 / double(sent);
    if (layer == 0) added += packing / 2 + layers;
    sums_[k + 1] += added;
  }
}

double PlaneCosts::between(int d, int lo, int hi) const {
  if (d != axis_) return hi - lo;
  return sums_[std::size_t(hi - first_)] - sums_[std::size_t(lo - first_)];
}

double PlaneCosts::of(const Box& box) const {
  double cost = 1;
  for (int d = 0; d < 3; ++d) cost *= between(d, box.lo[d], box.hi[d]);
  return cost;
}

}  // namespace cardon
