// SPDX-License-Identifier: Apache-2.0
#include "task_farm/member_queues.hpp"

#include <algorithm>
#include <limits>

namespace cardon {

void MemberQueues::set_workers(std::vector<double> speeds) {
  speeds_ = std::move(speeds);
  if (!balancer_) return;
  std::vector<int> homeless;
  queues_.resize(std::max(queues_.size(), speeds_.size()));
  for (std::size_t w = 0; w < queues_.size(); ++w) {
    if (there(w)) continue;
    homeless.insert(homeless.end(), queues_[w].begin(), queues_[w].end());
    queues_[w].clear();
  }
  add(homeless);
}

// Of those that are there; members wait in the first queue if none is.
std::deque<int>& MemberQueues::shortest() {
  std::size_t best = 0;
  const auto length = [&](std::size_t w) {
    return there(w) ? double(queues_[w].size()) / speeds_[w]
                    : std::numeric_limits<double>::infinity();
  };
  for (std::size_t w = 1; w < queues_.size(); ++w)
    if (length(w) < length(best)) best = w;
  return queues_[best];
}

void MemberQueues::add(const std::vector<int>& members, bool first) {
  if (first)
    for (auto member = members.rbegin(); member != members.rend(); ++member)
      shortest().push_front(*member);
  else
    for (const int member : members) shortest().push_back(member);
}

long MemberQueues::waiting() const {
  long sum = 0;
  for (const auto& queue : queues_) sum += long(queue.size());
  return sum;
}

std::vector<int> MemberQueues::take(int worker, long count) {
  const std::size_t own = balancer_ ? std::size_t(worker) : 0;
  if (balancer_ && queues_.at(own).empty() && waiting() > 0) plan();
  std::deque<int>& queue = queues_.at(own);
  const auto end = queue.begin() + std::min<long>(count, long(queue.size()));
  std::vector<int> taken(queue.begin(), end);
  queue.erase(queue.begin(), end);
  return taken;
}

// Members are taken to be alike: what one takes is known when it has been done.
void MemberQueues::plan() {
  // A move takes a hundredth of the time of a member, so that none goes round for ever in no time.
  BalanceProblem problem{.links = {{.latency = 0.01}}};
  std::vector<int> members;
  for (std::size_t w = 0; w < queues_.size(); ++w) {
    problem.ranks.push_back({.speed = there(w) ? speeds_[w] : 1, .available = there(w)});
    for (const int member : queues_[w]) {
      problem.blocks.push_back({.rank = int(w), .work = 1});
      members.push_back(member);
    }
  }
  for (const BlockMove& move : balancer_->plan(problem)) {
    const int member = members[std::size_t(move.block)];
    std::erase(queues_[std::size_t(problem.blocks[std::size_t(move.block)].rank)], member);
    queues_[std::size_t(move.rank)].push_back(member);
    ++moved_;
  }
}

}  // namespace cardon
