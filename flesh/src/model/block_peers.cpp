// SPDX-License-Identifier: Apache-2.0
#include "model/block_peers.hpp"

#include <algorithm>

namespace cardon::model {
namespace {

Box offered(const Layout& layout, int sender, const Growth& growth) {
  return layout.limited(layout.with_exterior(layout.tile(sender)), layout.slab_of(sender), growth);
}

// The layers of another site that a block holds beyond one end of its site's core.
Box layers_of(const Layout& layout, int receiver, int side, int depth) {
  const int axis = layout.axis();
  const Box& core = layout.slab(layout.slab_of(receiver)).core;
  Box layers = layout.with_exterior(layout.tile(receiver));
  if (side == 0) {
    layers.lo[axis] = std::max(layers.lo[axis], core.lo[axis] - depth);
    layers.hi[axis] = std::min(layers.hi[axis], core.lo[axis]);
  } else {
    layers.lo[axis] = std::max(layers.lo[axis], core.hi[axis]);
    layers.hi[axis] = std::min(layers.hi[axis], core.hi[axis] + depth);
  }
  return layers;
}

class Finder {
 public:
  Finder(const Layout& layout, int depth, const std::vector<bool>& walked)
      : layout_(layout), walked_(walked), depth_(depth) {
    for (int d = 0; d < 3; ++d)
      if (layout.wraps(d) && d != layout.axis()) most_[d] = 1 + depth / layout.grid().points[d];
    for (int block = 0; block < layout.blocks(); ++block)
      by_slab_.resize(std::max(by_slab_.size(), std::size_t(layout.slab_of(block)) + 1));
    for (int block = 0; block < layout.blocks(); ++block)
      by_slab_[std::size_t(layout.slab_of(block))].push_back(block);
  }

  std::vector<Peers> find() {
    for (int sender = 0; sender < layout_.blocks(); ++sender) {
      for (const int receiver : by_slab_[std::size_t(layout_.slab_of(sender))])
        if (receiver != sender && wanted(sender, receiver)) add_within(sender, receiver);
      if (layout_.has_sites())
        for (const int side : {0, 1}) add_across(sender, side);
    }
    return std::move(pairs_);
  }

 private:
  bool wanted(int sender, int receiver) const {
    return walked_[std::size_t(sender)] || walked_[std::size_t(receiver)];
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
    for (int c = -most_[2]; c <= most_[2]; ++c)
      for (int b = -most_[1]; b <= most_[1]; ++b)
        for (int a = -most_[0]; a <= most_[0]; ++a) {
          const Index3& n = layout_.grid().points;
          const Index3 by{a * n[0], b * n[1], c * n[2]};
          const Box box = intersect(mine, shift(theirs, by));
          if (!box.empty()) add(sender, receiver, -1, {by, 0}, box);
        }
  }

  // What a block sends to the site beyond one end of its own: beyond the other end of that one.
  void add_across(int sender, int side) {
    const int axis = layout_.axis(), site = layout_.slab_of(sender);
    const int sites = static_cast<int>(layout_.decomposition().slabs.size());
    const int link = layout_.slab(site).links[side];
    const Box& owned = layout_.owned(sender);
    if (link < 0 || owned.empty()) return;
    const int depth = layout_.decomposition().wide_links[std::size_t(link)].depth;
    const int neighbour = (site + (side == 1 ? 1 : sites - 1)) % sites;
    Peers::Meeting meeting{{0, 0, 0}, 1 - side};
    if (side == 1 && neighbour == 0) meeting.shift[axis] = -layout_.grid().points[axis];
    if (side == 0 && site == 0) meeting.shift[axis] = layout_.grid().points[axis];
    const Box sent = shift(layout_.with_exterior(owned), meeting.shift);
    for (const int receiver : by_slab_[std::size_t(neighbour)]) {
      if (!wanted(sender, receiver)) continue;
      const Box box = intersect(layers_of(layout_, receiver, meeting.side, depth), sent);
      if (!box.empty()) add(sender, receiver, link, meeting, box);
    }
  }

  const Layout& layout_;
  const std::vector<bool>& walked_;
  int depth_;
  Index3 most_{0, 0, 0};
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
    const Box given = offered(layout, peers.sender, growth);
    for (const Peers::Meeting& meeting : peers.meetings)
      points += intersect(wanted, shift(given, meeting.shift)).points();
    return points;
  }
  const Box sent = layout.with_exterior(layout.owned(peers.sender));
  for (const Peers::Meeting& meeting : peers.meetings)
    points += intersect(layers_of(layout, peers.receiver, meeting.side, field.depth),
                        shift(sent, meeting.shift))
                  .points();
  return points;
}

}  // namespace cardon::model
