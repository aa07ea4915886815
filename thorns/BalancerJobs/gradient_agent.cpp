// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "job_agent.hpp"

namespace cardon {

GradientAgent::GradientAgent(const JobSetup& setup, int rank, int ranks)
    : JobAgent(setup, rank, ranks), far_(std::bit_width(unsigned(ranks)) + 1), told_(far_) {
  for (const int other : neighbours_) distances_[other] = far_;
}

int GradientAgent::distance(double length) const {
  if (length < light) return 0;
  int min_distance = far_;
  for (const auto& [rank, distance] : distances_)
    min_distance = std::min(min_distance, distance + 1);
  return min_distance;
}

void GradientAgent::act(Call& call) {
  for (const BalanceMessage& message : call.inbox) distances_[message.from] = int(message.words[0]);
  const int nearest = distance(heavy);
  if (nearest < far_)
    for (const auto& [rank, distance] : distances_)
      if (distance + 1 == nearest && call.surplus() > 0) give_one(call, rank);
  const int own = distance(call.queue.length());
  if (own == told_) return;
  tell(call, own);
  told_ = own;
}

}  // namespace cardon
