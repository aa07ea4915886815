// SPDX-License-Identifier: Apache-2.0
#include "grid/box_cuts.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <numeric>
#include <optional>
#include <span>

#include "grid/face_cost.hpp"

namespace cardon {
namespace {

using Weights = std::span<const double>;

double sum(Weights weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

// Where to cut between `from` and `to` so that the part above `lo` comes nearest to `target`.
int nearest_plane(int d, int lo, int from, int to, double target, const PlaneCosts& costs) {
  int below = from, above = to;  // between(lo, below) <= target as far as the limits allow
  while (above - below > 1) {
    const int middle = below + (above - below) / 2;
    (costs.between(d, lo, middle) <= target ? below : above) = middle;
  }
  const double missing = target - costs.between(d, lo, below);
  const double excess = costs.between(d, lo, above) - target;
  return excess < missing ? above : below;
}

// The ends of the layers in direction d, the first being box.lo[d].
std::vector<int> layer_ends(const Box& box, int d, Weights weights, const PlaneCosts& costs,
                            const MinExtents& extents) {
  const double total = costs.between(d, box.lo[d], box.hi[d]);
  const double all = sum(weights);
  std::vector<int> ends{box.lo[d]};
  double share = 0;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    share += weights[i];
    const int from = ends.back() + (i == 0 ? extents.at_lower_end(box, d) : extents.min[d]);
    const int layers_above = int(weights.size() - i) - 2;
    const int to = box.hi[d] - extents.at_upper_end(box, d) - layers_above * extents.min[d];
    ends.push_back(nearest_plane(d, box.lo[d], from, to, total * share / all, costs));
  }
  ends.push_back(box.hi[d]);
  return ends;
}

Box part(Box box, int d, int lo, int hi) {
  box.lo[d] = lo;
  box.hi[d] = hi;
  return box;
}

struct Cut {
  int direction;
  int plane;
  double cost;
};

// The best plane in direction d between the boxes of the first `left` weights and the others,
// nothing if the pieces would be too thin. The cost is the time of the slower part times all
// speeds, and the faces that the cut makes.
std::optional<Cut> cut_in(const Box& box, int d, std::size_t left, Weights weights,
                          const PlaneCosts& costs, const MinExtents& extents) {
  const long rest = extents.capacity(box) / extents.max_pieces(box, d);
  const auto layers = [&](std::size_t n) { return int((long(n) + rest - 1) / rest); };
  const int below = layers(left), above = layers(weights.size() - left);
  if (below + above > extents.max_pieces(box, d)) return std::nullopt;
  const int from = box.lo[d] + extents.at_lower_end(box, d) + (below - 1) * extents.min[d];
  const int to = box.hi[d] - extents.at_upper_end(box, d) - (above - 1) * extents.min[d];
  const double total = costs.between(d, box.lo[d], box.hi[d]);
  const double share = sum(weights.first(left)) / sum(weights);
  const int plane = nearest_plane(d, box.lo[d], from, to, total * share, costs);
  const double got = costs.between(d, box.lo[d], plane);
  const double slowdown = std::max(got / share, (total - got) / (1 - share)) / total;
  const double face = double(box.points()) / box.extent(d);
  return Cut{d, plane, slowdown * costs.of(box) + 2 * face_cost[d] * face};
}

std::optional<Cut> best_cut(const Box& box, std::size_t left, Weights weights,
                            const PlaneCosts& costs, const MinExtents& extents) {
  std::optional<Cut> best;
  for (const int d : {2, 1, 0}) {
    const auto cut = cut_in(box, d, left, weights, costs, extents);
    if (cut && (!best || cut->cost < best->cost)) best = cut;
  }
  return best;
}

void bisect_into(std::vector<Box>& boxes, const Box& box, Weights weights, const PlaneCosts& costs,
                 const MinExtents& extents) {
  const std::size_t n = weights.size();
  if (n == 1) return boxes.push_back(box);
  // Halves first; where thin boxes forbid them, parts that differ more and more.
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t left = step % 2 == 0 ? n / 2 - step / 2 : n / 2 + (step + 1) / 2;
    if (left == 0 || left >= n) continue;
    const auto cut = best_cut(box, left, weights, costs, extents);
    if (!cut) continue;
    const int d = cut->direction;
    const Box lower = part(box, d, box.lo[d], cut->plane);
    const Box upper = part(box, d, cut->plane, box.hi[d]);
    bisect_into(boxes, lower, weights.first(left), costs, extents);
    return bisect_into(boxes, upper, weights.subspan(left), costs, extents);
  }
  throw Bug("a box cannot be cut into as many pieces as it was said to hold");
}

// Index of the layer of direction d in which the i-th box of an array lies.
int layer_of(std::size_t i, const Index3& topology, int d) {
  int rest = int(i);
  for (int lower = 0; lower < d; ++lower) rest /= topology[lower];
  return rest % topology[d];
}

}  // namespace

std::vector<Box> bisect(const Box& box, const std::vector<double>& weights, const PlaneCosts& costs,
                        const MinExtents& extents) {
  std::vector<Box> boxes;
  bisect_into(boxes, box, weights, costs, extents);
  return boxes;
}

std::vector<Box> cut_array(const Box& box, const Index3& topology,
                           const std::vector<double>& weights, const PlaneCosts& costs,
                           const MinExtents& extents) {
  std::vector<int> ends[3];
  for (int d = 0; d < 3; ++d) {
    std::vector<double> layers(std::size_t(topology[d]), 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i)
      layers[std::size_t(layer_of(i, topology, d))] += weights[i];
    ends[d] = layer_ends(box, d, layers, costs, extents);
  }
  std::vector<Box> boxes(weights.size(), box);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (int d = 0; d < 3; ++d) {
      const auto layer = std::size_t(layer_of(i, topology, d));
      boxes[i] = part(boxes[i], d, ends[d][layer], ends[d][layer + 1]);
    }
  return boxes;
}

std::vector<Box> cut_slices(const Box& box, int n, const PlaneCosts& costs,
                            const MinExtents& extents) {
  const int axis = costs.axis();
  const int slices = std::min(n, extents.max_pieces(box, axis));
  std::vector<double> pieces;  // that each slice is cut into
  for (int i = 0; i < slices; ++i) {
    const int parts = n * (i + 1) / slices - n * i / slices;
    pieces.push_back(parts);
  }
  const std::vector<int> ends = layer_ends(box, axis, pieces, costs, extents);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Box slice = part(box, axis, ends[i], ends[i + 1]);
    const std::vector<double> alike(std::size_t(pieces[i]), 1.0);
    bisect_into(boxes, slice, alike, costs, extents);
  }
  return boxes;
}

}  // namespace cardon
