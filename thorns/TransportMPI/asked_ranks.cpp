// SPDX-License-Identifier: Apache-2.0
#include "asked_ranks.hpp"

#include <algorithm>

namespace cardon {
namespace {

// A longer time between two looks was spent on something else. Looks are a second apart.
constexpr double longest_look = 2;

}  // namespace

void AskedRanks::add(const std::vector<int>& ranks, double now) {
  const double elsewhere = std::max(now - last_look_ - longest_look, 0.0);
  last_look_ = now;
  for (auto& [rank, since] : since_) since += elsewhere;
  for (const int rank : ranks) since_.try_emplace(rank, now);
}

std::vector<int> AskedRanks::all() const {
  std::vector<int> ranks;
  for (const auto& [rank, since] : since_) ranks.push_back(rank);
  return ranks;
}

double AskedRanks::seconds(int rank, double now) const {
  const auto found = since_.find(rank);
  return found == since_.end() ? 0 : now - found->second;
}

}  // namespace cardon
