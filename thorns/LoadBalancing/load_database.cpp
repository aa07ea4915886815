// SPDX-License-Identifier: Apache-2.0
#include "load_database.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <numeric>

namespace cardon {

std::vector<double> LoadDatabase::busy() const {
  std::vector<double> seconds;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    seconds.push_back(working_seconds(ranks_[rank]) / shares_[rank] / double(steps_));
  return seconds;
}

std::vector<double> LoadDatabase::idle() const {
  std::vector<double> seconds;
  for (const LoadReport& rank : ranks_) seconds.push_back(rank.idle / double(steps_));
  return seconds;
}

double LoadDatabase::slowest() const {
  const std::vector<double> seconds = busy();
  return *std::max_element(seconds.begin(), seconds.end());
}

double LoadDatabase::imbalance() const {
  const std::vector<double> seconds = busy();
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return sum > 0 ? slowest() * double(seconds.size()) / sum : 1;
}

BalanceProblem LoadDatabase::problem(BalanceProblem machine,
                                     const Decomposition& decomposition) const {
  const double per_step = 1 / double(steps_);
  machine.blocks.resize(decomposition.owned.size());
  std::size_t found = 0;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    RankLoad& load = machine.ranks.at(rank);
    const double speed = load.speed;
    load.background = ranks_[rank].background * per_step / shares_[rank];
    load.speed *= shares_[rank];
    for (const BlockMeasure& block : ranks_[rank].blocks) {
      const auto number = std::size_t(block.block);
      if (decomposition.rank_of_block.at(number) != int(rank))
        throw Bug("a block was measured by a rank that does not own it");
      machine.blocks[number] = {
          .rank = int(rank), .work = block.seconds * per_step * speed, .bytes = block.bytes};
      ++found;
      for (const BlockTraffic& sent : block.sent)
        machine.edges.push_back(
            {block.block, sent.to, sent.messages * per_step, sent.bytes * per_step});
    }
  }
  if (found != machine.blocks.size()) throw Bug("not every block was measured");
  return machine;
}

}  // namespace cardon
