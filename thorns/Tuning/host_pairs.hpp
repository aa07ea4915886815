// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/rank_window.hpp>
#include <set>
#include <utility>
#include <vector>

namespace cardon {

/// What went over a link from ranks that share a clock to ranks that share another one. Delays
/// hold the difference of the two clocks.
struct HostPair {
  std::set<std::pair<int, int>> ranks;  ///< sender, receiver
  double pieces = 0;
  double min_delay = 0;  ///< s: shortest delay of a piece
  double spacing = 0;    ///< s: how far the shortest but one was from it
  double bytes = 0;      ///< of the piece with the shortest delay
  std::vector<MessageArrival> messages;
};

/// The pairs of hosts of one direction of a link: `receivers` are the ranks of the site at its end.
/// Clocks of different hosts count from their starts, so delays that differ by half a second and
/// more belong to different clocks.
std::vector<HostPair> host_pairs(const std::vector<RankWindow>& ranks, std::size_t link,
                                 const std::vector<int>& receivers);

}  // namespace cardon
