// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <numeric>
#include <utility>

#include "grid/near_blocks.hpp"

namespace cardon {
namespace {

struct ShiftedBox {
  Box box;       // in the indices of the receiver
  Index3 shift;  // from the indices of the sender to those of the receiver
};

// What `receiver` takes from `sender`: its grown box against every periodic image of the sender.
std::vector<ShiftedBox> pair_boxes(const Layout& layout, int receiver, int sender,
                                   const Growth& growth) {
  const Box wanted = layout.grown(receiver, growth);
  const Box offered = offered_box(layout, sender, growth);
  Index3 max_periods{0, 0, 0};
  for (int d = 0; d < 3; ++d)
    if (layout.wraps(d) && d != layout.axis())
      max_periods[d] = 1 + growth.block / layout.grid().points[d];
  std::vector<ShiftedBox> result;
  for_each_image(layout.grid().points, max_periods, [&](const Index3& by) {
    if (sender == receiver && by == Index3{0, 0, 0}) return;
    const Box box = intersect(wanted, shift(offered, by));
    if (!box.empty()) result.push_back({box, by});
  });
  return result;
}

// What `receiver` takes from `sender`, a block of another site, over a wide link: at the lower end
// of its site's core, then at the upper one.
std::vector<ShiftedBox> wide_pair_boxes(const Layout& layout, int receiver, int sender, int link,
                                        int depth) {
  std::vector<ShiftedBox> result;
  const int site = layout.slab_of(receiver);
  for (const int side : {0, 1}) {
    if (layout.slab(site).links[side] != link ||
        layout.slab_of(sender) != neighbour_site(layout, site, side))
      continue;
    const Index3 by = wide_shift(layout, site, side);
    const Box box = intersect(wide_layers(layout, receiver, side, depth),
                              shift(layout.with_exterior(layout.owned(sender)), by));
    if (!box.empty()) result.push_back({box, by});
  }
  return result;
}

Index3 negative(const Index3& n) { return {-n[0], -n[1], -n[2]}; }

void add_peer(ExchangeBoxes& exchange, int peer, const std::vector<ShiftedBox>& received,
              const std::vector<ShiftedBox>& sent) {
  PeerBoxes receive{peer, {}}, send{peer, {}};
  for (const ShiftedBox& part : received) receive.boxes.push_back(part.box);
  for (const ShiftedBox& part : sent) send.boxes.push_back(shift(part.box, negative(part.shift)));
  if (!receive.boxes.empty()) exchange.receives.push_back(std::move(receive));
  if (!send.boxes.empty()) exchange.sends.push_back(std::move(send));
}

std::vector<int> all_blocks(const Layout& layout) {
  std::vector<int> blocks(std::size_t(layout.blocks()));
  std::iota(blocks.begin(), blocks.end(), 0);
  return blocks;
}

}  // namespace

ExchangeBoxes exchange_boxes(const Layout& layout, int block, const Growth& growth,
                             const std::vector<int>& others) {
  ExchangeBoxes result;
  for (const int other : others) {
    if (layout.slab_of(other) != layout.slab_of(block)) continue;
    if (other == block) {
      for (const ShiftedBox& part : pair_boxes(layout, block, block, growth))
        result.copies.push_back({part.box, negative(part.shift)});
      continue;
    }
    add_peer(result, other, pair_boxes(layout, block, other, growth),
             pair_boxes(layout, other, block, growth));
  }
  return result;
}

ExchangeBoxes exchange_boxes(const Layout& layout, int block, const Growth& growth) {
  return exchange_boxes(layout, block, growth, all_blocks(layout));
}

ExchangeBoxes wide_exchange_boxes(const Layout& layout, int block, int link, int depth,
                                  const std::vector<int>& others) {
  ExchangeBoxes result;
  for (const int other : others)
    if (layout.slab_of(other) != layout.slab_of(block))
      add_peer(result, other, wide_pair_boxes(layout, block, other, link, depth),
               wide_pair_boxes(layout, other, block, link, depth));
  return result;
}

ExchangeBoxes wide_exchange_boxes(const Layout& layout, int block, int link, int depth) {
  return wide_exchange_boxes(layout, block, link, depth, all_blocks(layout));
}

Box offered_box(const Layout& layout, int sender, const Growth& growth) {
  return layout.limited(layout.with_exterior(layout.tile(sender)), layout.slab_of(sender), growth);
}

Box wide_layers(const Layout& layout, int receiver, int side, int depth) {
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

int neighbour_site(const Layout& layout, int site, int side) {
  const int sites = int(layout.decomposition().slabs.size());
  return (site + (side == 1 ? 1 : sites - 1)) % sites;
}

Index3 wide_shift(const Layout& layout, int site, int side) {
  Index3 by{0, 0, 0};
  const int axis = layout.axis();
  if (side == 0 && site == 0) by[axis] = -layout.grid().points[axis];
  if (side == 1 && neighbour_site(layout, site, side) == 0) by[axis] = layout.grid().points[axis];
  return by;
}

std::vector<Box> subtract(const Box& a, const Box& b) {
  const Box inner = intersect(a, b);
  if (a.empty()) return {};
  if (inner.empty()) return {a};
  std::vector<Box> result;
  Box rest = a;
  for (int d = 2; d >= 0; --d) {
    Box below = rest, above = rest;
    below.hi[d] = inner.lo[d];
    above.lo[d] = inner.hi[d];
    if (!below.empty()) result.push_back(below);
    if (!above.empty()) result.push_back(above);
    rest.lo[d] = inner.lo[d];
    rest.hi[d] = inner.hi[d];
  }
  return result;
}

}  // namespace cardon
