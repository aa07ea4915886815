// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "job_agent.hpp"

namespace cardon {
namespace {

constexpr double question = -1;  // else the length of a queue

}  // namespace

void BiddingAgent::act(Call& call) {
  for (const BalanceMessage& message : call.inbox) {
    if (message.words[0] == question)
      call.channel.send(std::array{message.from}, {call.queue.length()});
    else
      bids_[message.from] = message.words[0];
  }
  if (asking_ && bids_.size() == neighbours_.size()) share(call);
  announced_ += call.created;
  if (asking_ || announced_ <= 0 || call.surplus() <= 0 || neighbours_.empty()) return;
  tell(call, question);
  asking_ = true;
}

// All that bid below the threshold, and the rank itself, end up with the same length.
void BiddingAgent::share(Call& call) {
  std::erase_if(bids_, [&](const auto& bid) { return bid.second >= call.queue.length(); });
  double sum = call.queue.length();
  for (const auto& [rank, length] : bids_) sum += length;
  const double mean = sum / double(bids_.size() + 1);
  for (const auto& [rank, length] : bids_)
    announced_ -= call.queue.give(rank, std::min(announced_, mean - length));
  bids_.clear();
  announced_ = 0;
  asking_ = false;
}

}  // namespace cardon
