// SPDX-License-Identifier: Apache-2.0
#include "settled_loads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace cardon {
namespace {

bool same_ranks(const BalanceProblem& before, const BalanceProblem& now) {
  return std::equal(before.ranks.begin(), before.ranks.end(), now.ranks.begin(), now.ranks.end(),
                    [](const RankLoad& a, const RankLoad& b) {
                      return a.speed == b.speed && a.available == b.available;
                    });
}

bool same_owners(const BalanceProblem& before, const BalanceProblem& now) {
  return std::equal(before.blocks.begin(), before.blocks.end(), now.blocks.begin(),
                    now.blocks.end(),
                    [](const BlockLoad& a, const BlockLoad& b) { return a.rank == b.rank; });
}

}  // namespace

double largest_change(const BalanceProblem& before, const BalanceProblem& now) {
  if (!same_ranks(before, now) || !same_owners(before, now) || before.overlap != now.overlap)
    return std::numeric_limits<double>::infinity();
  std::vector<double> changes;
  for (std::size_t r = 0; r < now.ranks.size(); ++r)
    changes.push_back(std::abs(now.ranks[r].background - before.ranks[r].background));
  for (std::size_t b = 0; b < now.blocks.size(); ++b) {
    const auto rank = std::size_t(now.blocks[b].rank);
    changes[rank] += std::abs(now.blocks[b].work - before.blocks[b].work) / now.ranks[rank].speed;
  }
  return changes.empty() ? 0 : *std::max_element(changes.begin(), changes.end());
}

}  // namespace cardon
