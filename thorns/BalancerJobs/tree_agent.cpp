// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "job_agent.hpp"

namespace cardon {

// The tree is a heap: the children of rank n are 2 n + 1 and 2 n + 2.
TreeAgent::TreeAgent(const JobSetup& setup, int rank, int ranks)
    : JobAgent(setup, rank, ranks),
      rank_(rank),
      ranks_(ranks),
      parent_(rank == 0 ? -1 : (rank - 1) / 2) {
  for (const int child : {2 * rank + 1, 2 * rank + 2})
    if (child < ranks) children_.push_back(child);
}

double TreeAgent::size_of_subtree(int rank) const {
  if (rank >= ranks_) return 0;
  return 1 + size_of_subtree(2 * rank + 1) + size_of_subtree(2 * rank + 2);
}

void TreeAgent::act(Call& call) {
  for (const BalanceMessage& message : call.inbox) receive(message, call);
  pay(call);
  if (call.queue.length() > 0 || running_ || call.own.time < next_) return;
  next_ = call.own.time + setup_.wait;
  if (rank_ == 0)
    start(call);
  else
    call.channel.send(std::array{0}, {wish});
}

void TreeAgent::receive(const BalanceMessage& message, Call& call) {
  const int kind = int(message.words[0]);
  if (kind == wish && !running_) start(call);
  if (kind == gather) start(call);
  if (kind == sum) {
    sums_[message.from] = message.words[1];
    if (sums_.size() == children_.size()) report(call);
  }
  if (kind == mean) settle(message.words[1], call);
}

// Asks the subtrees for their sums.
void TreeAgent::start(Call& call) {
  running_ = true;
  sums_.clear();
  owed_.clear();
  call.channel.send(children_, {gather});
  if (children_.empty()) report(call);
}

void TreeAgent::report(Call& call) {
  own_ = call.queue.length();
  double total = own_;
  for (const auto& [rank, value] : sums_) total += value;
  if (rank_ == 0)
    settle(total / ranks_, call);
  else
    call.channel.send(std::array{parent_}, {sum, total});
}

// What a subtree has beyond its share goes over the edge to its parent, and what it lacks comes.
void TreeAgent::settle(double mean_length, Call& call) {
  call.channel.send(children_, {mean, mean_length});
  double total = own_;
  for (const auto& [child, value] : sums_) {
    total += value;
    owed_[child] = mean_length * size_of_subtree(child) - value;
  }
  if (parent_ >= 0) owed_[parent_] = total - mean_length * size_of_subtree(rank_);
  running_ = false;
  pay(call);
}

// As far as jobs are there; those that come from others are passed on later.
void TreeAgent::pay(Call& call) {
  for (auto& [rank, units] : owed_)
    if (units > 0) units -= call.queue.give(rank, std::max(0.0, units));
}

}  // namespace cardon
