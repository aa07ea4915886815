// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/job_queue.hpp>

namespace cardon {

JobQueue::JobQueue(const RankView& own, double unit, BalanceChannel& channel)
    : choice_(own.choice), jobs_(own.blocks), unit_(unit), channel_(channel) {
  for (const RankBlock& job : jobs_) length_ += job.work / unit;
  std::erase_if(jobs_, [](const RankBlock& job) { return !job.movable; });
}

double JobQueue::give_chosen(int rank, double units) {
  double given = 0;
  std::vector<char> gone(jobs_.size(), 0);
  for (const std::size_t n : choice_->order(jobs_, rank)) {
    const double more = jobs_[n].work / unit_;
    if (given + more > units * (1 + 1e-12)) continue;
    given += more;
    channel_.move(jobs_[n].block, rank);
    gone[n] = 1;
  }
  std::size_t n = 0;
  std::erase_if(jobs_, [&](const RankBlock&) { return gone[n++] != 0; });
  return given;
}

double JobQueue::give(int rank, double units) {
  double given = choice_ && units > 0 ? give_chosen(rank, units) : 0;
  while (!choice_ && !jobs_.empty() && given + jobs_.back().work / unit_ <= units * (1 + 1e-12)) {
    given += jobs_.back().work / unit_;
    channel_.move(jobs_.back().block, rank);
    jobs_.pop_back();
  }
  length_ = std::max(0.0, length_ - given);
  return given;
}

}  // namespace cardon
