// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "job_agent.hpp"

namespace cardon {

void RandomNeighbourAgent::act(Call& call) {
  double excess = std::min(call.created, call.surplus());
  while (excess > 0 && !neighbours_.empty()) {
    const int to = neighbours_[std::size_t(random_.below(int(neighbours_.size())))];
    const double given = give_one(call, to);
    if (given == 0) return;
    excess -= given;
  }
}

void SenderAgent::act(Call& call) {
  for (const BalanceMessage& message : call.inbox) known_[message.from] = message.words[0];
  double excess = std::min(call.native, call.queue.length() - light);
  while (excess > 0) {
    const auto lightest =
        std::min_element(known_.begin(), known_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (lightest == known_.end() || 2 * lightest->second >= call.queue.length()) break;
    const double given = give_one(call, lightest->first);
    if (given == 0) break;
    lightest->second += given;
    excess -= given;
  }
  const double length = call.queue.length();
  if (length > 2 * told_ || 2 * length < told_ || (length == 0) != (told_ == 0)) {
    tell(call, length);
    told_ = length;
  }
}

}  // namespace cardon
