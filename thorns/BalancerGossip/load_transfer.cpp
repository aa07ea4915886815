// SPDX-License-Identifier: Apache-2.0
#include "load_transfer.hpp"

#include <algorithm>

namespace cardon {

LoadTransfer::LoadTransfer(std::vector<Gossip::Entry> known, bool informed)
    : informed_(informed), targets_(std::move(known)) {
  double sum = 0;
  for (const Gossip::Entry& entry : targets_) cumulative_.push_back(sum += entry.room);
}

std::size_t LoadTransfer::draw(SmallRandom& random) const {
  const int n = int(targets_.size());
  if (!informed_ || cumulative_.back() <= 0) return std::size_t(random.below(n));
  const auto at = std::upper_bound(cumulative_.begin(), cumulative_.end(),
                                   random.uniform() * cumulative_.back());
  return std::min(std::size_t(at - cumulative_.begin()), targets_.size() - 1);
}

int LoadTransfer::target(double work, SmallRandom& random) {
  if (targets_.empty()) return -1;
  for (int trial = 0; trial < trials; ++trial) {
    Gossip::Entry& target = targets_[draw(random)];
    if (target.room < work) continue;
    target.room -= work;
    return target.rank;
  }
  return -1;
}

void LoadTransfer::refused(int rank) {
  const auto at = std::find_if(targets_.begin(), targets_.end(),
                               [&](const Gossip::Entry& entry) { return entry.rank == rank; });
  if (at != targets_.end()) at->room = 0;
}

}  // namespace cardon
