// SPDX-License-Identifier: Apache-2.0
// Which blocks exchange, and how much, without listing boxes. Same geometry as exchange_boxes.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/plan/operation.hpp>
#include <vector>

namespace cardon::model {

/// Two blocks of which one receives from the other; over a wide link if `link` >= 0.
struct Peers {
  int sender = 0, receiver = 0;
  int link = -1;  ///< as Decomposition::wide_links
  struct Meeting {
    Index3 shift{0, 0, 0};  ///< from indices of the sender to those of the receiver
    int side = 0;           ///< of the receiver's site, for wide links
  };
  std::vector<Meeting> meetings;
  int row = 1;  ///< length of the rows of points
};

/// All pairs of which one block at least is `walked`, each once, those of a walked sender in the
/// order of its receivers. `depth`: ghost layers between blocks.
std::vector<Peers> block_peers(const Layout& layout, int depth, const std::vector<bool>& walked);

/// Points that travel for one field of an exchange over the link of the pair.
long points_of(const Layout& layout, const Peers& peers, const plan::SlotDepth& field);

}  // namespace cardon::model
