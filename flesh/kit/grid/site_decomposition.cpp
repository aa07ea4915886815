// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <numeric>
#include <set>

#include "grid/box_cuts.hpp"
#include "grid/site_chain.hpp"

namespace cardon {
namespace {

// The box of a rank before it is cut into blocks.
struct RankBox {
  int site = 0;
  Box owned;
};

PlaneCosts costs_of(const SiteMember& member, const Box& core, int axis,
                    const std::vector<WideLink>& links) {
  PlaneCosts costs(axis, core.lo[axis], core.extent(axis));
  for (const int end : {0, 1})
    if (const int l = member.links[end]; l >= 0)
      costs.add_link(end, links[std::size_t(l)].depth, member.packing[end], member.redundant[end]);
  return costs;
}

// With the ghost layers of the links beside it. Blocks at the ends of a core hold all of them.
Box tile_of(Box box, const Slab& slab, int axis, const std::vector<WideLink>& links) {
  const auto depth = [&](int end) {
    const int l = slab.links[end];
    return l < 0 ? 0 : links[std::size_t(l)].depth;
  };
  if (box.lo[axis] == slab.core.lo[axis]) box.lo[axis] -= depth(0);
  if (box.hi[axis] == slab.core.hi[axis]) box.hi[axis] += depth(1);
  return box;
}

// Blocks per direction if the boxes form a regular array with x fastest, else 1, 1, 1.
Index3 regular_topology(const std::vector<Box>& boxes) {
  std::vector<int> starts[3];
  Index3 topology;
  for (int d = 0; d < 3; ++d) {
    std::set<int> found;
    for (const Box& box : boxes) found.insert(box.lo[d]);
    starts[d].assign(found.begin(), found.end());
    topology[d] = int(found.size());
  }
  if (long(topology[0]) * topology[1] * topology[2] != long(boxes.size())) return {1, 1, 1};
  std::size_t i = 0;
  for (const int z : starts[2])
    for (const int y : starts[1])
      for (const int x : starts[0])
        if (boxes[i++].lo != Index3{x, y, z}) return {1, 1, 1};
  return topology;
}

class Builder {
 public:
  explicit Builder(const SiteRequest& request) : request_(request), chain_(request) {}

  SiteDecomposition build() {
    cut_sites();
    check_blocks();
    cut_ranks();
    result_.decomposition.topology = regular_topology(result_.decomposition.owned);
    const auto& times = result_.decomposition.predicted;
    const double mean = std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
    result_.balance = *std::max_element(times.begin(), times.end()) / mean;
    return std::move(result_);
  }

 private:
  void cut_sites() {
    const std::vector<Box> cores = chain_.cores();
    for (std::size_t s = 0; s < cores.size(); ++s) {
      const SiteMember& member = chain_.members()[s];
      slabs_.push_back({member.name, cores[s], {member.links[0], member.links[1]}});
      costs_.push_back(costs_of(member, cores[s], chain_.axis(), chain_.links()));
      const MinExtents extents = chain_.min_extents(member, cores[s]);
      const std::vector<Box> boxes =
          member.topology ? cut_array(cores[s], *member.topology, member.speeds, costs_[s], extents)
                          : bisect(cores[s], member.speeds, costs_[s], extents);
      for (std::size_t i = 0; i < boxes.size(); ++i) place_rank(s, i, boxes[i]);
    }
  }

  void place_rank(std::size_t site, std::size_t i, const Box& box) {
    const SiteMember& member = chain_.members()[site];
    const auto rank = std::size_t(member.ranks[i]);
    if (rank >= ranks_.size()) {
      ranks_.resize(rank + 1);
      result_.decomposition.predicted.resize(rank + 1);
      result_.owned_points.resize(rank + 1);
    }
    ranks_[rank] = {int(site), box};
    result_.decomposition.predicted[rank] = costs_[site].of(box) / member.speeds[i];
    result_.owned_points[rank] = box.points();
  }

  void check_blocks() const {
    const MinExtents extents = chain_.thick();
    const RankBox* tightest = &ranks_.front();
    for (const RankBox& rank : ranks_)
      if (extents.capacity(rank.owned) < extents.capacity(tightest->owned)) tightest = &rank;
    const long capacity = extents.capacity(tightest->owned);
    if (request_.blocks_per_rank <= capacity) return;
    Problem problem;
    problem.slug = "driver/too-many-blocks";
    problem.message = fmt::format("{} blocks per rank would be too thin", request_.blocks_per_rank);
    problem.where = request_.blocks_where;
    const Box& box = tightest->owned;
    problem.notes = {fmt::format("a rank owns {} x {} x {} points, its blocks need {} x {} x {}",
                                 box.extent(0), box.extent(1), box.extent(2), extents.min[0],
                                 extents.min[1], extents.min[2])};
    problem.help =
        fmt::format("use at most {} per rank, or fewer ranks", counted(capacity, "block"));
    throw Error(problem);
  }

  void cut_ranks() {
    Decomposition& out = result_.decomposition;
    const bool several = slabs_.size() > 1;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      const auto site = std::size_t(ranks_[rank].site);
      for (const Box& box :
           cut_slices(ranks_[rank].owned, request_.blocks_per_rank, costs_[site], chain_.thick())) {
        out.owned.push_back(box);
        out.rank_of_block.push_back(int(rank));
        if (!several) continue;
        out.slab_of_block.push_back(ranks_[rank].site);
        out.tiles.push_back(tile_of(box, slabs_[site], chain_.axis(), chain_.links()));
      }
    }
    if (!several) return;
    out.axis = chain_.axis();
    out.slabs = slabs_;
    out.wide_links = chain_.links();
  }

  const SiteRequest& request_;
  SiteChain chain_;
  std::vector<Slab> slabs_;
  std::vector<PlaneCosts> costs_;
  std::vector<RankBox> ranks_;
  SiteDecomposition result_;
};

}  // namespace

SiteDecomposition decompose_sites(const SiteRequest& request) { return Builder(request).build(); }

}  // namespace cardon
