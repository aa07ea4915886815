// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/box_index.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <tuple>

namespace cardon {

BoxOwners owners_of(const Layout& layout) {
  const Box extended = layout.grid().extended();
  BoxOwners owners;
  for (int block = 0; block < layout.blocks(); ++block)
    owners.boxes.push_back(intersect(layout.with_exterior(layout.owned(block)), extended));
  owners.ranks = layout.decomposition().rank_of_block;
  return owners;
}

RankMoves plan_moves(const BoxOwners& before, const BoxOwners& after, int rank) {
  const BoxIndex old_boxes(before.boxes), new_boxes(after.boxes);
  RankMoves moves;
  for (std::size_t from = 0; from < before.boxes.size(); ++from) {
    if (before.ranks[from] != rank) continue;
    for (const int to : new_boxes.touching(before.boxes[from])) {
      const auto there = std::size_t(to);
      const BoxMove move{int(from), to, intersect(before.boxes[from], after.boxes[there])};
      const int peer = after.ranks[there];
      (peer == rank ? moves.local : moves.sends[peer]).push_back(move);
    }
  }
  for (std::size_t to = 0; to < after.boxes.size(); ++to) {
    if (after.ranks[to] != rank) continue;
    for (const int from : old_boxes.touching(after.boxes[to])) {
      const auto there = std::size_t(from);
      if (before.ranks[there] != rank)
        moves.receives[before.ranks[there]].push_back(
            {from, int(to), intersect(before.boxes[there], after.boxes[to])});
    }
  }
  for (auto& [peer, list] : moves.receives)
    std::sort(list.begin(), list.end(), [](const BoxMove& a, const BoxMove& b) {
      return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
  return moves;
}

}  // namespace cardon
