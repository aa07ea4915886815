// SPDX-License-Identifier: Apache-2.0
#include "diffusion_agent.hpp"

#include <algorithm>
#include <array>

namespace cardon {

void DiffusionAgent::start(const RankView& own) {
  work_ = own.seconds() * own.speed;
  for (const int r : own.neighbours) neighbours_[r] = {};
  if (!neighbours_.empty() || own.ranks < 2) return;
  neighbours_[(own.rank + 1) % own.ranks] = {};
  neighbours_[(own.rank + own.ranks - 1) % own.ranks] = {};
}

// Words of a message: work, speed, work that is handed over.
void DiffusionAgent::take(std::span<const BalanceMessage> inbox) {
  for (const BalanceMessage& message : inbox) {
    Neighbour& neighbour = neighbours_[message.from];
    neighbour.work = message.words[0];
    neighbour.speed = message.words[1];
    neighbour.flow -= message.words[2];
    work_ += message.words[2];
  }
}

// Work for each neighbour below the mean of all of them and this rank.
std::map<int, double> DiffusionAgent::excess(const RankView& own) const {
  double work = work_, speed = own.speed;
  for (const auto& [rank, neighbour] : neighbours_) {
    work += neighbour.work;
    speed += neighbour.speed;
  }
  const double mean = work / speed, surplus = work_ - mean * own.speed;
  std::map<int, double> result;
  double lacking = 0;
  for (const auto& [rank, neighbour] : neighbours_)
    lacking += std::max(0.0, mean * neighbour.speed - neighbour.work);
  if (surplus <= 0 || lacking <= 0) return result;
  for (const auto& [rank, neighbour] : neighbours_)
    if (const double lack = mean * neighbour.speed - neighbour.work; lack > 0)
      result[rank] = surplus * lack / lacking;
  return result;
}

// The heaviest blocks first, each to the neighbour to which most work is still to flow. Half a
// block too much is as good as half a block too little.
void DiffusionAgent::move_blocks(const RankView& own, BalanceChannel& channel) const {
  std::vector<std::pair<double, int>> flows;
  for (const auto& [rank, neighbour] : neighbours_)
    if (neighbour.flow > 0) flows.emplace_back(neighbour.flow, rank);
  std::vector<RankBlock> blocks = own.blocks;
  std::stable_sort(blocks.begin(), blocks.end(), [](auto& a, auto& b) { return a.work > b.work; });
  for (const RankBlock& block : blocks) {
    const auto max_flow = std::max_element(flows.begin(), flows.end());
    if (max_flow == flows.end()) return;
    if (!block.movable || block.work > 2 * max_flow->first) continue;
    channel.move(block.block, max_flow->second);
    max_flow->first -= block.work;
  }
}

bool DiffusionAgent::round(const RankView& own, std::span<const BalanceMessage> inbox,
                           BalanceChannel& channel) {
  if (round_ == 0) start(own);
  take(inbox);
  const long last = iterations_ + 1;  // the first round only tells loads
  if (round_ == last) move_blocks(own, channel);
  if (round_ >= last) {
    round_ = last + 1;
    return false;
  }
  std::map<int, double> given;
  if (round_ > 0) given = excess(own);
  for (const auto& [rank, work] : given) {
    work_ -= work;
    neighbours_[rank].flow += work;
  }
  for (const auto& [rank, neighbour] : neighbours_)
    channel.send(std::array{rank}, {work_, own.speed, given.count(rank) > 0 ? given[rank] : 0.0});
  ++round_;
  return true;
}

}  // namespace cardon
