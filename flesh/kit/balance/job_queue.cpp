// SPDX-License-Identifier: Apache-2.0
#include "cardon/kit/balance/job_queue.hpp"

#include <algorithm>

namespace cardon {

JobQueue::JobQueue(const RankView& own, double unit, BalanceChannel& channel)
    : jobs_(own.blocks), unit_(unit), channel_(channel) {
  for (const RankBlock& job : jobs_) length_ += job.work / unit;
  std::erase_if(jobs_, [](const RankBlock& job) { return !job.movable; });
}

double JobQueue::give(int rank, double units) {
  double given = 0;
  while (!jobs_.empty() && given + jobs_.back().work / unit_ <= units * (1 + 1e-12)) {
    given += jobs_.back().work / unit_;
    channel_.move(jobs_.back().block, rank);
    jobs_.pop_back();
  }
  length_ = std::max(0.0, length_ - given);
  return given;
}

}  // namespace cardon
