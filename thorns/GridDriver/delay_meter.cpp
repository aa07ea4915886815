// SPDX-License-Identifier: Apache-2.0
#include "delay_meter.hpp"

#include <algorithm>
#include <utility>

namespace cardon::grid_driver {

void DelayMeter::piece(int from, double delay, std::size_t bytes) {
  figures_.pieces += 1;
  figures_.bytes += double(bytes);
  std::vector<PeerDelay>& peers = figures_.peers;
  auto peer = std::find_if(peers.begin(), peers.end(),
                           [&](const PeerDelay& known) { return known.rank == from; });
  if (peer == peers.end()) {
    if (peers.size() == DelayFigures::max_peers) return;
    peer = peers.insert(peer, PeerDelay{.rank = from});
  }
  peer->pieces += 1;
  if (delay < peer->min) {
    peer->second = std::exchange(peer->min, delay);
    peer->bytes = double(bytes);
  } else {
    peer->second = std::min(peer->second, delay);
  }
}

void DelayMeter::message(const MessageArrival& arrival) {
  figures_.messages += 1;
  if (figures_.recent.size() < DelayFigures::max_recent) {
    figures_.recent.push_back(arrival);
    return;
  }
  figures_.recent[oldest_] = arrival;
  oldest_ = (oldest_ + 1) % DelayFigures::max_recent;
}

DelayFigures DelayMeter::take() {
  std::vector<MessageArrival>& recent = figures_.recent;
  std::rotate(recent.begin(), recent.begin() + std::ptrdiff_t(oldest_), recent.end());
  oldest_ = 0;
  return std::exchange(figures_, {});
}

}  // namespace cardon::grid_driver
