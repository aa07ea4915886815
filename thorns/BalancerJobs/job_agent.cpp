// SPDX-License-Identifier: Apache-2.0
#include "job_agent.hpp"

#include <algorithm>

namespace cardon {

std::vector<int> hypercube_neighbours(int rank, int ranks) {
  std::vector<int> neighbours;
  for (int bit = 1; bit < ranks; bit *= 2)
    if ((rank ^ bit) < ranks) neighbours.push_back(rank ^ bit);
  std::sort(neighbours.begin(), neighbours.end());
  return neighbours;
}

JobAgent::JobAgent(const JobSetup& setup, int rank, int ranks)
    : setup_(setup),
      neighbours_(hypercube_neighbours(rank, ranks)),
      random_(setup.seed, std::uint64_t(rank)) {}

bool JobAgent::round(const RankView& own, std::span<const BalanceMessage> inbox,
                     BalanceChannel& channel) {
  Call call{own, inbox, channel, JobQueue(own, setup_.unit, channel)};
  call.mean = own.mean_seconds * own.speed / setup_.unit;
  count(call);
  act(call);
  return call.queue.length() < light;
}

void JobAgent::count(Call& call) {
  long newest = newest_;
  for (const RankBlock& job : call.own.blocks) {
    const double units = job.work / setup_.unit;
    largest_ = std::max(largest_, units);
    if (job.home != call.own.rank) continue;
    call.native += units;
    if (job.block <= newest_) continue;
    call.created += units;
    newest = std::max(newest, long(job.block));
  }
  newest_ = newest;
}

}  // namespace cardon
