// SPDX-License-Identifier: Apache-2.0
#include "host_pairs.hpp"

#include <algorithm>

namespace cardon {
namespace {

constexpr double other_clock = 0.5;  // s

struct Stream {
  PeerDelay delay;
  int receiver = 0;
};

std::vector<Stream> streams_by_delay(const std::vector<RankWindow>& ranks, std::size_t link,
                                     const std::vector<int>& receivers) {
  std::vector<Stream> streams;
  for (const int rank : receivers) {
    const auto& delays = ranks[std::size_t(rank)].readings.delays;
    if (link >= delays.size()) continue;
    for (const PeerDelay& peer : delays[link].peers)
      if (peer.pieces > 0) streams.push_back({peer, rank});
  }
  std::sort(streams.begin(), streams.end(),
            [](const Stream& a, const Stream& b) { return a.delay.min < b.delay.min; });
  return streams;
}

// Streams come in ascending order of delay.
void add(HostPair& pair, const Stream& stream) {
  const double second = std::min(stream.delay.second, stream.delay.min + other_clock);
  if (pair.ranks.empty()) {
    pair.min_delay = stream.delay.min;
    pair.spacing = second - pair.min_delay;
    pair.bytes = stream.delay.bytes;
  }
  pair.spacing = std::min(pair.spacing, second - pair.min_delay);
  pair.pieces += double(stream.delay.pieces);
  pair.ranks.insert({stream.delay.rank, stream.receiver});
}

}  // namespace

std::vector<HostPair> host_pairs(const std::vector<RankWindow>& ranks, std::size_t link,
                                 const std::vector<int>& receivers) {
  std::vector<HostPair> pairs;
  double last = 0;
  for (const Stream& stream : streams_by_delay(ranks, link, receivers)) {
    if (pairs.empty() || stream.delay.min > last + other_clock) pairs.emplace_back();
    add(pairs.back(), stream);
    last = stream.delay.min;
  }
  for (HostPair& pair : pairs)
    for (const int rank : receivers) {
      const auto& delays = ranks[std::size_t(rank)].readings.delays;
      if (link >= delays.size()) continue;
      for (const MessageArrival& message : delays[link].recent)
        if (pair.ranks.count({message.from, rank}) > 0) pair.messages.push_back(message);
    }
  return pairs;
}

}  // namespace cardon
