// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/kit/balance/small_random.hpp>
#include <utility>
#include <vector>

#include "gossip_options.hpp"

namespace cardon {

/// What one rank knows of underloaded ranks, and whom it tells (H. Menon, dissertation, University
/// of Illinois, 2016, algorithm 1).
class Gossip {
 public:
  /// An underloaded rank and the work that fits on it.
  struct Entry {
    int rank;
    double room;
  };
  Gossip(const GossipOptions& options, unsigned seed, int rank)
      : options_(options), random_(seed, std::uint64_t(rank)) {}

  void add(const Entry& entry);
  /// Words of a message: rank, room, rank, room, ...
  void merge(std::span<const double> words);
  /// At most options.entries of what is known; of more, some that follow each other, at random.
  std::vector<double> message();
  /// Ranks to tell in a round, counted from 1: different from each other and from this one. Fewer
  /// than the fan-out if there are no more.
  std::vector<int> peers(const RankView& own, long round);
  /// By rank, ascending.
  const std::vector<Entry>& known() const { return known_; }
  /// The same, of which nothing is left here.
  std::vector<Entry> take_known() { return std::exchange(known_, {}); }
  void forget() { known_ = std::vector<Entry>(); }
  SmallRandom& random() { return random_; }

 private:
  bool knows(int rank) const;

  GossipOptions options_;
  SmallRandom random_;
  std::vector<Entry> known_;
};

}  // namespace cardon
