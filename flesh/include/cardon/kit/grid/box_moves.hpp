// SPDX-License-Identifier: Apache-2.0
// Which points go where when the boxes of ranks change.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <map>
#include <vector>

namespace cardon {

/// Who has which points: boxes that do not overlap and may be empty, and the rank of each.
struct BoxOwners {
  std::vector<Box> boxes;  ///< that do not overlap
  std::vector<int> ranks;  ///< of each box
};

/// The owned points of all blocks with the exterior layers at the faces that they touch: every
/// point of Grid::extended() once, whatever the decomposition.
BoxOwners owners_of(const Layout& layout);

/// Points that go from one box to another: indices into BoxOwners::boxes, before and after.
struct BoxMove {
  int from = 0,  ///< box before
      to = 0;    ///< box after
  Box box;       ///< the points that both have
};

/// What a rank has to do. Both ends of a message list its boxes in the same order: by `from`, then
/// by `to`.
struct RankMoves {
  std::vector<BoxMove> local;                 ///< from box to box of this rank
  std::map<int, std::vector<BoxMove>> sends,  ///< by the rank that receives
      receives;                               ///< by the rank that sends
};

/// The moves of one rank. Takes time in proportion to the number of boxes and to what this rank
/// shares with others.
RankMoves plan_moves(const BoxOwners& before, const BoxOwners& after, int rank);

}  // namespace cardon
