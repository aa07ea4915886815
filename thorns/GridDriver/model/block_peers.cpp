// SPDX-License-Identifier: Apache-2.0
#include "block_peers.hpp"

#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <utility>

namespace cardon::model {
namespace {

class Finder {
 public:
  Finder(const Layout& layout, int depth, const std::vector<bool>& walked)
      : layout_(layout), walked_(walked), depth_(depth) {
    for (int d = 0; d < 3; ++d)
      if (layout.wraps(d) && d != layout.axis())
        max_images_[d] = 1 + depth / layout.grid().points[d];
    for (int block = 0; block < layout.blocks(); ++block)
      by_slab_.resize(std::max(by_slab_.size(), std::size_t(layout.slab_of(block)) + 1));
    for (int block = 0; block < layout.blocks(); ++block)
      by_slab_[std::size_t(layout.slab_of(block))].push_back(block);
    if (layout.axis() < 0) return;
    const auto axis = std::size_t(layout.axis());
    const Box domain = layout.grid().domain(), all = layout.with_exterior(domain);
    exterior_ = std::max(domain.lo[axis] - all.lo[axis], all.hi[axis] - domain.hi[axis]);
    sort_along_chain();
  }

  std::vector<Peers> find() {
    for (int block = 0; block < layout_.blocks(); ++block) {
      if (!walked_[std::size_t(block)]) continue;
      const std::vector<int>& site = by_slab_[std::size_t(layout_.slab_of(block))];
      const auto [first, last] = range_near(site, block);
      for (std::size_t n = first; n < last; ++n) {
        if (site[n] == block) continue;
        add_within(block, site[n]);
        if (!walked_[std::size_t(site[n])]) add_within(site[n], block);
      }
      if (!layout_.has_sites()) continue;
      for (const int side : {0, 1}) add_across(block, side);
      for (const int side : {0, 1}) add_from_others(block, side);
    }
    return std::move(pairs_);
  }

 private:
  int lower(int block) const { return layout_.tile(block).lo[std::size_t(layout_.axis())]; }

  void sort_along_chain() {
    for (std::vector<int>& site : by_slab_) {
      std::stable_sort(site.begin(), site.end(), [&](int a, int b) { return lower(a) < lower(b); });
      for (const int block : site)
        thickest_ = std::max(thickest_, layout_.tile(block).extent(layout_.axis()));
    }
  }

  // The blocks of a site that may touch this one: along the chain nothing wraps within a site.
  std::pair<std::size_t, std::size_t> range_near(const std::vector<int>& site, int block) const {
    if (layout_.axis() < 0) return {0, site.size()};
    const int lo = lower(block) - thickest_ - depth_ - exterior_;
    const int hi = lower(block) + thickest_ + depth_ + exterior_;
    const auto before = [&](int b, int value) { return lower(b) < value; };
    const auto first = std::lower_bound(site.begin(), site.end(), lo, before);
    const auto last = std::lower_bound(first, site.end(), hi + 1, before);
    return {std::size_t(first - site.begin()), std::size_t(last - site.begin())};
  }

  void add(int sender, int receiver, int link, const Peers::Meeting& meeting, const Box& box) {
    if (pairs_.empty() || pairs_.back().sender != sender || pairs_.back().receiver != receiver ||
        pairs_.back().link != link)
      pairs_.push_back({sender, receiver, link, {}, std::max(1, box.extent(0))});
    pairs_.back().meetings.push_back(meeting);
  }

  void add_within(int sender, int receiver) {
    const Box theirs = layout_.with_exterior(layout_.tile(sender));
    Box mine = layout_.with_exterior(layout_.tile(receiver));
    for (int d = 0; d < 3; ++d) {
      if (!layout_.is_cut(d)) continue;
      mine.lo[d] -= depth_;
      mine.hi[d] += depth_;
    }
    for (int c = -max_images_[2]; c <= max_images_[2]; ++c)
      for (int b = -max_images_[1]; b <= max_images_[1]; ++b)
        for (int a = -max_images_[0]; a <= max_images_[0]; ++a) {
          const Index3& n = layout_.grid().points;
          const Index3 by{a * n[0], b * n[1], c * n[2]};
          const Box box = intersect(mine, shift(theirs, by));
          if (!box.empty()) add(sender, receiver, -1, {by, 0}, box);
        }
  }

  // Whether a block of a site lies at one of the ends of its core, within so many layers.
  bool is_near(int block, int side, int depth) const {
    const auto axis = std::size_t(layout_.axis());
    const Box& core = layout_.slab(layout_.slab_of(block)).core;
    const Box& tile = layout_.tile(block);
    return side == 0 ? tile.lo[axis] < core.lo[axis] + depth
                     : tile.hi[axis] > core.hi[axis] - depth;
  }

  int depth_of(int link) const {
    return layout_.decomposition().wide_links[std::size_t(link)].depth;
  }

  // What a block sends to the site beyond one end of its own.
  void add_across(int sender, int side) {
    const int site = layout_.slab_of(sender), link = layout_.slab(site).links[side];
    if (link < 0 || !is_near(sender, side, depth_of(link))) return;
    for (const int receiver : by_slab_[std::size_t(neighbour_site(layout_, site, side))])
      if (is_near(receiver, 1 - side, 0)) add_wide(sender, receiver, side);
  }

  // What blocks that are not walked send to one that is, from beyond one end of its site.
  void add_from_others(int receiver, int side) {
    const int site = layout_.slab_of(receiver), link = layout_.slab(site).links[side];
    if (link < 0 || !is_near(receiver, side, 0)) return;
    for (const int sender : by_slab_[std::size_t(neighbour_site(layout_, site, side))])
      if (!walked_[std::size_t(sender)] && is_near(sender, 1 - side, depth_of(link)))
        add_wide(sender, receiver, 1 - side);
  }

  // `side`: of the sender's site. The layers lie beyond the other end of the receiver's.
  void add_wide(int sender, int receiver, int side) {
    const int link = layout_.slab(layout_.slab_of(sender)).links[side];
    const Box& owned = layout_.owned(sender);
    if (owned.empty()) return;
    const int there = 1 - side;
    const Peers::Meeting meeting{wide_shift(layout_, layout_.slab_of(receiver), there), there};
    const Box sent = shift(layout_.with_exterior(owned), meeting.shift);
    const Box box = intersect(wide_layers(layout_, receiver, there, depth_of(link)), sent);
    if (!box.empty()) add(sender, receiver, link, meeting, box);
  }

  const Layout& layout_;
  const std::vector<bool>& walked_;
  int depth_;
  int thickest_ = 0;  // tile along the chain
  int exterior_ = 0;  // layers beyond the domain
  Index3 max_images_{0, 0, 0};
  std::vector<std::vector<int>> by_slab_;
  std::vector<Peers> pairs_;
};

}  // namespace

std::vector<Peers> block_peers(const Layout& layout, int depth, const std::vector<bool>& walked) {
  return Finder(layout, depth, walked).find();
}

long points_of(const Layout& layout, const Peers& peers, const plan::SlotDepth& field) {
  long points = 0;
  if (peers.link < 0) {
    Growth growth = layout.growth(peers.receiver, field.needs);
    growth.block = field.depth;
    const Box wanted = layout.grown(peers.receiver, growth);
    const Box given = offered_box(layout, peers.sender, growth);
    for (const Peers::Meeting& meeting : peers.meetings)
      points += intersect(wanted, shift(given, meeting.shift)).points();
    return points;
  }
  const Box sent = layout.with_exterior(layout.owned(peers.sender));
  for (const Peers::Meeting& meeting : peers.meetings)
    points += intersect(wide_layers(layout, peers.receiver, meeting.side, field.depth),
                        shift(sent, meeting.shift))
                  .points();
  return points;
}

}  // namespace cardon::model
