// SPDX-License-Identifier: Apache-2.0
// The geometry of an exchange: which points travel between which blocks.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <vector>

namespace cardon {

/// The points that go from one block to another, in the order in which they stand in a message.
/// Indices are those of the block that the list belongs to.
struct PeerBoxes {
  int block = 0;           ///< the other block
  std::vector<Box> boxes;  ///< do not overlap
};

/// Ghost points of a block which are copies of its own points (a cut periodic direction that is
/// thinner than the depth).
struct ImageCopy {
  Box to;                 ///< the ghost points
  Index3 shift{0, 0, 0};  ///< the point copied to `i` lies at i + shift
};

/// All ghost points of one block up to a depth, each exactly once, and what it sends for those of
/// others. Receives and sends are in the order of blocks, and the two ends of a message list its
/// boxes in the same order.
struct ExchangeBoxes {
  std::vector<PeerBoxes> receives;  ///< ghost points that come from other blocks
  std::vector<PeerBoxes> sends;     ///< points that other blocks need
  std::vector<ImageCopy> copies;    ///< ghost points that are copies of its own
};

/// Between the blocks of a site: growth.block layers beyond the tile, as far as the site's core
/// grown by the wide layers goes. Edges and corners included; ghost points may come from farther
/// than the next block.
ExchangeBoxes exchange_boxes(const Layout& layout, int block, const Growth& growth);

/// Between sites: the points of the tile that lie in the `depth` layers of another site's core
/// beyond the wide link, from the blocks that own them; and what the block sends of its own.
ExchangeBoxes wide_exchange_boxes(const Layout& layout, int block, int link, int depth);

/// Returns the same boxes, if all blocks that exchange with this one are among `others`, in
/// ascending order.
ExchangeBoxes exchange_boxes(const Layout& layout, int block, const Growth& growth,
                             const std::vector<int>& others);
/// Returns the same boxes, if all blocks that exchange with this one over the link are among
/// `others`.
ExchangeBoxes wide_exchange_boxes(const Layout& layout, int block, int link, int depth,
                                  const std::vector<int>& others);

/// The points, in its own indices, that a block may give to others of its site in an exchange up to
/// such a growth.
Box offered_box(const Layout& layout, int sender, const Growth& growth);
/// The layers of another site that a block holds beyond one end (0: lower) of its site's core.
Box wide_layers(const Layout& layout, int receiver, int side, int depth);
/// The site beyond one end of another one, and the shift from its indices to those of that one.
int neighbour_site(const Layout& layout, int site, int side);
/// The shift from the indices of the site beyond one end of a site to those of that site.
Index3 wide_shift(const Layout& layout, int site, int side);

/// The points of `a` that are not in `b`, as up to six boxes: z below and above b, then y, then x.
std::vector<Box> subtract(const Box& a, const Box& b);

}  // namespace cardon
