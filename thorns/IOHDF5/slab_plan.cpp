// SPDX-License-Identifier: Apache-2.0
#include "slab_plan.hpp"

namespace cardon {
namespace {

// 4 MiB of doubles: what has been put together is still in the cache when it is written. Layers of
// chunks are thicker, but not beyond 32 MiB.
constexpr long slab_points = 512L << 10, layer_points = 4L << 20;
constexpr int edge = 64, slow_edge = 16;

int slowest(int dimensions) { return dimensions - 1; }

// How many planes across the slowest direction have so many points; at least one.
int planes_of(const Box& box, int dimensions, long points) {
  const int d = slowest(dimensions);
  const long plane = box.points() / box.extent(d);
  return int(std::clamp(points / plane, 1L, long(box.extent(d))));
}

int round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

}  // namespace

Index3 chunk_edges(const Box& box, int dimensions) {
  Index3 edges{1, 1, 1};
  for (int d = 0; d < dimensions; ++d) edges[d] = std::min(box.extent(d), edge);
  const int d = slowest(dimensions);
  if (dimensions == 3)
    edges[d] = std::min({edges[d], slow_edge, planes_of(box, dimensions, layer_points)});
  return edges;
}

long max_slab_points(Index3 points, int dimensions, bool chunked) {
  const Box all{{0, 0, 0}, points};
  const long plane = all.points() / all.extent(slowest(dimensions));
  if (!chunked) return std::max(plane, slab_points);
  const long chunks =
      dimensions == 3 ? std::min(slow_edge * plane, std::max(layer_points, plane)) : edge * plane;
  return std::max(chunks, slab_points);
}

SlabPlan::SlabPlan(const Box& box, int dimensions, int writers, bool chunked) : writers_(writers) {
  if (box.empty()) return;
  const int d = slowest(dimensions);
  const int unit = chunked ? chunk_edges(box, dimensions)[d] : 1;
  const int share = round_up((box.extent(d) + writers - 1) / writers, unit);
  const int planes = std::max(planes_of(box, dimensions, slab_points) / unit, 1) * unit;
  rounds_ = (share + planes - 1) / planes;
  for (int round = 0; round < rounds_; ++round)
    for (int writer = 0; writer < writers; ++writer) {
      const int end = std::min(box.lo[d] + (writer + 1) * share, box.hi[d]);
      Box slab = box;
      slab.lo[d] = std::min(box.lo[d] + writer * share + round * planes, end);
      slab.hi[d] = std::min(slab.lo[d] + planes, end);
      slabs_.push_back(slab);
    }
}

const Box& SlabPlan::at(int round, int writer) const {
  return slabs_.at(std::size_t(round) * std::size_t(writers_) + std::size_t(writer));
}

}  // namespace cardon
