// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/thorn/error.hpp>
#include <map>
#include <numeric>
#include <utility>

namespace cardon {

Layout::Layout(const Grid& grid, Decomposition decomposition)
    : grid_(grid), decomposition_(std::move(decomposition)) {
  for (int block = 0; block < blocks(); ++block)
    for (int d = 0; d < 3; ++d)
      cut_[d] = cut_[d] || d == axis() || tile(block).extent(d) < grid_.points[d];
  ends_ = grid_.domain();
  for (int d = 0; d < grid_.dimensions; ++d) {
    ends_.lo[d] -= has_images(d) ? grid_.radius[d] : grid_.faces[d][0].exterior_layers;
    ends_.hi[d] += has_images(d) ? grid_.radius[d] : grid_.faces[d][1].exterior_layers;
  }
  common_plan_ = needs_common_plan();
}

bool Layout::needs_common_plan() const {
  if (!has_sites()) return false;
  std::map<int, int> slab_of_rank;  // of its first block
  for (int block = 0; block < blocks(); ++block) {
    const int rank = decomposition_.rank_of_block[std::size_t(block)];
    const int first = slab_of_rank.try_emplace(rank, slab_of(block)).first->second;
    if (first != slab_of(block) && links_of(first) != links_of(slab_of(block))) return true;
  }
  return false;
}

std::vector<int> Layout::links_of(int slab) const {
  std::vector<int> links;
  if (!has_sites()) return links;
  for (const int link : this->slab(slab).links)
    if (link >= 0 && std::find(links.begin(), links.end(), link) == links.end())
      links.push_back(link);
  return links;
}

std::vector<int> Layout::plan_links(int slab) const {
  if (!common_plan_) return links_of(slab);
  std::vector<int> links(decomposition_.wide_links.size());
  std::iota(links.begin(), links.end(), 0);
  return links;
}

Growth Layout::growth(int block, std::span<const int> layers) const {
  Growth growth(layers.front(), 0, 0);
  if (!has_sites()) return growth;
  const Slab& site = slab(slab_of(block));
  const auto on = [&](int side) {
    const int link = site.links[side];
    if (link < 0) return 0;
    if (common_plan_) return layers[std::size_t(link) + 1];
    return layers[side == 1 && site.links[0] >= 0 && site.links[0] != link ? 2 : 1];
  };
  growth.lower = on(0);
  growth.upper = on(1);
  return growth;
}

Box Layout::with_exterior(const Box& box) const {
  Box result = box;
  for (int d = 0; d < grid_.dimensions && !box.empty(); ++d) {
    if (wraps(d)) continue;
    if (box.lo[d] == 0) result.lo[d] = ends_.lo[d];
    if (box.hi[d] == grid_.points[d]) result.hi[d] = ends_.hi[d];
  }
  return result;
}

Box Layout::limited(Box box, int slab, const Growth& growth) const {
  if (!has_sites()) return box;
  const int d = axis();
  const Box& core = this->slab(slab).core;
  const int lo = core.lo[d] - growth.lower, hi = core.hi[d] + growth.upper;
  // What lies beyond a face of the domain belongs to it.
  if (wraps(d) || lo > 0) box.lo[d] = std::max(box.lo[d], lo);
  if (wraps(d) || hi < grid_.points[d]) box.hi[d] = std::min(box.hi[d], hi);
  return box;
}

// `ends`: where directions that do not wrap stop.
Box Layout::grown_box(Box box, int block, const Growth& growth, const Box& ends) const {
  box = limited(box, slab_of(block), growth);
  if (box.empty()) return Box{};
  for (int d = 0; d < grid_.dimensions; ++d) {
    if (cut_[d]) {
      box.lo[d] -= growth.block;
      box.hi[d] += growth.block;
    }
    if (wraps(d)) continue;
    box.lo[d] = std::max(box.lo[d], ends.lo[d]);
    box.hi[d] = std::min(box.hi[d], ends.hi[d]);
  }
  return limited(box, slab_of(block), growth);
}

Box Layout::grown(int block, const Growth& growth) const {
  return grown_box(with_exterior(tile(block)), block, growth, ends_);
}

Box Layout::computed(int block, const Growth& growth, Region region) const {
  return grown_box(tile(block), block, growth, points_of(grid_, region));
}

Box Layout::stored(int block, int depth) const {
  const Box interior = grid_.interior();
  const Box& tile = this->tile(block);
  Box box = with_exterior(tile);
  for (int d = 0; d < grid_.dimensions; ++d) {
    const int margin = cut_[d] ? std::max(depth, grid_.radius[d]) : grid_.radius[d];
    box.lo[d] = std::min(box.lo[d], tile.lo[d] - margin);
    box.hi[d] = std::max(box.hi[d], tile.hi[d] + margin);
    if (!has_faces(d)) continue;
    if (box.lo[d] < interior.lo[d]) box.lo[d] = std::min(box.lo[d], ends_.lo[d]);
    if (box.hi[d] > interior.hi[d]) box.hi[d] = std::max(box.hi[d], ends_.hi[d]);
  }
  return box;
}

bool Layout::has_neighbour(int block, int d, bool upper) const {
  if (!cut_[d]) return false;
  const Box& box = tile(block);
  if (d != axis()) return wraps(d) || (upper ? box.hi[d] < grid_.points[d] : box.lo[d] > 0);
  const Slab& site = slab(slab_of(block));
  const int link = site.links[upper];
  const int depth = link < 0 ? 0 : decomposition_.wide_links[std::size_t(link)].depth;
  return upper ? box.hi[d] < site.core.hi[d] + depth : box.lo[d] > site.core.lo[d] - depth;
}

bool Layout::exchanges_in_sites() const {
  const auto sites = std::max<std::size_t>(decomposition_.slabs.size(), 1);
  return std::size_t(blocks()) > sites;
}

bool Layout::is_unwrapped(const Box& box) const {
  for (int d = 0; d < grid_.dimensions; ++d)
    if (wraps(d) && (box.lo[d] < 0 || box.hi[d] > grid_.points[d])) return false;
  return true;
}

}  // namespace cardon
