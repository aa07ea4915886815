// SPDX-License-Identifier: Apache-2.0
// Which points go where when the boxes of ranks change.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <map>
#include <vector>

namespace cardon {

/// Who has which points: boxes that do not overlap and may be empty, and the rank of each.
struct BoxOwners {
  std::vector<Box> boxes;
  std::vector<int> ranks;
};

/// The owned points of all blocks with the exterior layers at the faces that they touch: every
/// point of Grid::extended() once, whatever the decomposition.
BoxOwners owners_of(const Layout& layout);

/// Points that go from one box to another: indices into BoxOwners::boxes, before and after.
struct BoxMove {
  int from = 0, to = 0;
  Box box;
};

/// What a rank has to do. Both ends of a message list its boxes in the same order: by `from`, then
/// by `to`.
struct RankMoves {
  std::vector<BoxMove> local;
  std::map<int, std::vector<BoxMove>> sends, receives;  ///< by the other rank
};

/// The moves of one rank. Takes time in proportion to the number of boxes and to what this rank
/// shares with others.
RankMoves plan_moves(const BoxOwners& before, const BoxOwners& after, int rank);

}  // namespace cardon
