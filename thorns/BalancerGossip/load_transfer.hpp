// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "gossip.hpp"

namespace cardon {

/// Chooses blocks of an overloaded rank and ranks for them (algorithm 2 of H. Menon's
/// dissertation): the lightest block first, to a rank that is drawn with a probability in
/// proportion to its room, or, not informed, from all alike. A rank that has no room left for the
/// block as far as is known is not taken. Each block is tried a limited number of times, as the
/// printed loop would not end.
class LoadTransfer {
 public:
  LoadTransfer(std::vector<Gossip::Entry> known, bool informed);

  /// A rank for so much work; -1: no trial found one. Its room shrinks.
  int target(double work, SmallRandom& random);
  /// The rank refused the work: it has less room than is known.
  void refused(int rank);

 private:
  static constexpr int trials = 20;
  std::size_t draw(SmallRandom& random) const;

  bool informed_;
  std::vector<Gossip::Entry> targets_;
  std::vector<double> cumulative_;  // of the rooms at the start
};

}  // namespace cardon
