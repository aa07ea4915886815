// SPDX-License-Identifier: Apache-2.0
#include "initial_map.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace cardon {
namespace {

// The ranks of a site, and its blocks.
class SiteOwners {
 public:
  SiteOwners(const Decomposition& decomposition, const std::vector<int>& ranks,
             std::vector<int> blocks, std::vector<int>& owners)
      : decomposition_(decomposition), ranks_(ranks), blocks_(std::move(blocks)), owners_(owners) {}

  void take_turns() {
    for (std::size_t n = 0; n < blocks_.size(); ++n)
      owners_[std::size_t(blocks_[n])] = ranks_[n % ranks_.size()];
  }

  void group() {
    std::vector<int> border, inner;
    for (const int block : blocks_) (is_border(block) ? border : inner).push_back(block);
    share(long(border.size()));
    place_.assign(ranks_.size(), 0);
    bisect(inner, 0, ranks_.size());
    deal(border);
  }

 private:
  // Of the corners, twice.
  double middle(int block, int direction) const {
    const Box& box = decomposition_.owned[std::size_t(block)];
    return box.lo[std::size_t(direction)] + box.hi[std::size_t(direction)];
  }

  bool is_border(int block) const {
    if (decomposition_.axis < 0) return false;
    const Slab& slab =
        decomposition_.slabs[std::size_t(decomposition_.slab_of_block[std::size_t(block)])];
    const auto axis = std::size_t(decomposition_.axis);
    const Box& box = decomposition_.owned[std::size_t(block)];
    return (slab.links[0] >= 0 && box.lo[axis] == slab.core.lo[axis]) ||
           (slab.links[1] >= 0 && box.hi[axis] == slab.core.hi[axis]);
  }

  long part(long all, std::size_t rank) const {
    const long ranks = long(ranks_.size());
    return all * long(rank + 1) / ranks - all * long(rank) / ranks;
  }

  // As many blocks for each rank, and among them as many of the border.
  void share(long border) {
    border_.clear();
    inner_.clear();
    long left = border;
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      inner_.push_back(part(long(blocks_.size()), r));
      border_.push_back(std::min(part(border, r), inner_.back()));
      left -= border_.back();
    }
    for (std::size_t r = 0; left > 0; r = (r + 1) % ranks_.size())
      if (border_[r] < inner_[r]) {
        ++border_[r];
        --left;
      }
    for (std::size_t r = 0; r < ranks_.size(); ++r) inner_[r] -= border_[r];
  }

  int longest(std::span<const int> blocks, int without) const {
    std::array<double, 3> extent{};
    for (int d = 0; d < 3; ++d) {
      const auto by_middle = [&](int a, int b) { return middle(a, d) < middle(b, d); };
      const auto [lowest, highest] = std::minmax_element(blocks.begin(), blocks.end(), by_middle);
      extent[std::size_t(d)] = d == without ? -1 : middle(*highest, d) - middle(*lowest, d);
    }
    return int(std::max_element(extent.begin(), extent.end()) - extent.begin());
  }

  void sort_along(std::span<int> blocks, int direction) const {
    std::stable_sort(blocks.begin(), blocks.end(),
                     [&](int a, int b) { return middle(a, direction) < middle(b, direction); });
  }

  // Across the longest side of what is left.
  void bisect(std::span<int> blocks, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      for (const int block : blocks) owners_[std::size_t(block)] = ranks_[first];
      groups_.emplace_back(blocks.begin(), blocks.end());
      return;
    }
    if (!blocks.empty()) sort_along(blocks, longest(blocks, -1));
    const std::size_t half = (first + last) / 2;
    const auto count = std::size_t(std::accumulate(inner_.begin() + std::ptrdiff_t(first),
                                                   inner_.begin() + std::ptrdiff_t(half), 0L));
    bisect(blocks.subspan(0, count), first, half);
    bisect(blocks.subspan(count), half, last);
  }

  // Runs of neighbours to ranks in the order of their groups.
  void deal(std::vector<int> border) {
    if (border.empty()) return;
    const int along = longest(border, decomposition_.axis);
    sort_along(border, along);
    for (std::size_t r = 0; r < ranks_.size(); ++r)
      for (const int block : groups_[r])
        place_[r] += middle(block, along) / double(groups_[r].size());
    std::vector<std::size_t> order(ranks_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return place_[a] < place_[b]; });
    std::size_t next = 0;
    for (const std::size_t r : order)
      for (long n = 0; n < border_[r]; ++n) owners_[std::size_t(border[next++])] = ranks_[r];
  }

  const Decomposition& decomposition_;
  const std::vector<int>& ranks_;
  std::vector<int> blocks_;
  std::vector<int>& owners_;
  std::vector<long> border_, inner_;      // by rank: how many
  std::vector<std::vector<int>> groups_;  // by rank: its inner blocks
  std::vector<double> place_;             // by rank: of its group
};

}  // namespace

std::vector<int> initial_map(std::string_view kind, const Decomposition& decomposition,
                             const Machine& machine) {
  std::vector<int> owners = decomposition.rank_of_block;
  for (std::size_t site = 0; site < machine.sites.size(); ++site) {
    std::vector<int> blocks;
    for (std::size_t b = 0; b < owners.size(); ++b)
      if (decomposition.slab_of_block.empty() || decomposition.slab_of_block[b] == int(site))
        blocks.push_back(int(b));
    SiteOwners own(decomposition, machine.sites[site].ranks, std::move(blocks), owners);
    if (kind == "naive") own.take_turns();
    if (kind == "square") own.group();
  }
  return owners;
}

}  // namespace cardon
