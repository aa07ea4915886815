// SPDX-License-Identifier: Apache-2.0
#include "idle_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <limits>
#include <utility>

namespace cardon {
namespace {

bool contains(const std::vector<int>& ranks, int rank) {
  return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

}  // namespace

std::string IdleRanks::mistake(const std::vector<int>& ranks, const Machine& machine, int size) {
  for (const int rank : ranks)
    if (rank >= size) return fmt::format("there is no rank {}; ranks are 0 to {}", rank, size - 1);
  for (const Site& site : machine.sites)
    if (std::all_of(site.ranks.begin(), site.ranks.end(),
                    [&](int rank) { return contains(ranks, rank); }))
      return machine.sites.size() > 1
                 ? fmt::format("no rank of site {} would be left to hold its blocks", site.name)
                 : "no rank would be left to hold blocks";
  return {};
}

// Ranks may be named twice.
void IdleRanks::set(std::vector<int> ranks) {
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  ranks_ = std::move(ranks);
}

std::string IdleRanks::shortage(const std::vector<int>& ranks, const Machine& machine,
                                const Decomposition& decomposition, int limit) {
  for (const Site& site : machine.sites) {
    const auto in_site = [&](int rank) { return contains(site.ranks, rank); };
    const auto blocks = std::count_if(decomposition.rank_of_block.begin(),
                                      decomposition.rank_of_block.end(), in_site);
    const auto left = std::count_if(site.ranks.begin(), site.ranks.end(),
                                    [&](int rank) { return !contains(ranks, rank); });
    if (blocks > left * limit)
      return fmt::format("{} blocks would be left to {} rank{}, each of which can hold {}", blocks,
                         left, left == 1 ? "" : "s", limit);
  }
  return {};
}

bool IdleRanks::hold_blocks(const Decomposition& decomposition) const {
  return std::any_of(decomposition.rank_of_block.begin(), decomposition.rank_of_block.end(),
                     [this](int rank) { return contains(ranks_, rank); });
}

void IdleRanks::mark(BalanceProblem& problem) const {
  for (const int rank : ranks_) problem.ranks[std::size_t(rank)].available = false;
}

std::vector<int> IdleRanks::owners(const Decomposition& decomposition, BalanceProblem machine,
                                   bool between_sites) const {
  mark(machine);
  for (std::size_t b = 0; b < decomposition.owned.size(); ++b)
    machine.blocks.push_back(
        {.rank = decomposition.rank_of_block[b], .work = double(decomposition.owned[b].points())});
  Placement placement = placement_of(machine);
  // Nothing but what has to leave moves.
  constexpr double any_load = std::numeric_limits<double>::max();
  for (int site = 0; site < machine.sites; ++site) {
    std::vector<int> ranks;
    for (std::size_t r = 0; r < machine.ranks.size(); ++r)
      if (machine.ranks[r].site == site || between_sites) ranks.push_back(int(r));
    refine_placement(machine, ranks, any_load, placement);
  }
  return placement;
}

}  // namespace cardon
