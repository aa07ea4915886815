// SPDX-License-Identifier: Apache-2.0
#include "sbn_agent.hpp"

namespace cardon {

SbnAgent::SbnAgent(const SbnSetup& setup, int rank)
    : setup_(setup), random_(setup.seed, std::uint64_t(rank)) {}

std::vector<SbnPattern::Kind> SbnAgent::kinds() const {
  return {SbnPattern::Kind::in_order, SbnPattern::Kind::heap};
}

void SbnAgent::send(Call& call, const std::vector<int>& ranks, int kind, int root, int pattern,
                    std::initializer_list<double> words) const {
  if (ranks.empty()) return;
  std::vector<double> all{double(kind), double(root), double(pattern)};
  all.insert(all.end(), words);
  call.channel.send(ranks, std::move(all));
}

bool SbnAgent::round(const RankView& own, std::span<const BalanceMessage> inbox,
                     BalanceChannel& channel) {
  Call call{own, channel, JobQueue(own, setup_.unit, channel)};
  if (patterns_.empty()) {
    for (const SbnPattern::Kind kind : kinds()) patterns_.emplace_back(kind, own.ranks);
    // The mean of all ranks is known where there was a reduction before.
    const double mean =
        own.mean_seconds > 0 ? own.mean_seconds * own.speed / setup_.unit : call.queue.length();
    update(mean * own.ranks, own.ranks);
  }
  for (const BalanceMessage& message : inbox)
    receive({message.from, int(message.words[0]), int(message.words[1]), int(message.words[2]),
             message.words.subspan(3)},
            call);
  const bool lacks = call.queue.length() < thresholds_.min;
  if (own.ranks > 1 && may_ask()) {
    const int number = random_.below(int(patterns_.size()));
    if (lacks)
      ask(number, call);
    else if (call.queue.length() > thresholds_.max)
      give_surplus(number, call);
  }
  return lacks;
}

}  // namespace cardon
