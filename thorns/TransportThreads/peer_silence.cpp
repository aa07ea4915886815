// SPDX-License-Identifier: Apache-2.0
#include "peer_silence.hpp"

#include <algorithm>

namespace cardon {
namespace {

// A longer time between two looks was spent on something else. Looks are a second apart at most.
constexpr double longest_gap = 2;

}  // namespace

std::vector<int> PeerSilence::silent(const std::vector<int>& ranks, double now, double patience) {
  const double gap = std::min(now - last_, longest_gap);
  last_ = now;
  std::vector<int> gone;
  for (const int rank : ranks) {
    const unsigned long looks = world_.looks(rank);
    const auto [found, is_new] = peers_.try_emplace(rank, Peer{looks, 0});
    Peer& peer = found->second;
    peer.seconds = is_new || peer.looks != looks ? 0 : peer.seconds + gap;
    peer.looks = looks;
    if (peer.seconds >= patience) gone.push_back(rank);
  }
  return gone;
}

}  // namespace cardon
