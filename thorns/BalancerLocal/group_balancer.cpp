// SPDX-License-Identifier: Apache-2.0
#include "group_balancer.hpp"

#include <algorithm>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/services/parameter_set.hpp>
#include <map>

#include "local_parameters.hpp"

namespace cardon {

void GroupBalancer::open(const BalancerSetup& setup) {
  if (setup.parameters == nullptr) return;
  const auto get = [&](const auto& p) { return setup.parameters->get(local::section, p); };
  group_size_ = get(local::group_size);
  group_tolerance_ = get(local::group_tolerance);
  rank_tolerance_ = get(local::rank_tolerance);
}

std::vector<int> GroupBalancer::group_of_ranks(const BalanceProblem& problem) const {
  std::map<std::pair<int, int>, int> known;
  std::vector<int> groups;
  for (std::size_t r = 0; r < problem.ranks.size(); ++r) {
    const RankLoad& rank = problem.ranks[r];
    std::pair<int, int> key{rank.site, kind_ == Kind::hosts ? rank.host : 0};
    if (kind_ == Kind::sites && problem.sites == 1) key.second = int(r) / group_size_;
    groups.push_back(known.insert({key, int(known.size())}).first->second);
  }
  return groups;
}

// Each group as one rank: its speed is the sum, its background what all of them lose.
void GroupBalancer::balance_groups(const BalanceProblem& problem, const std::vector<int>& groups,
                                   int count, Placement& placement) const {
  BalanceProblem coarse;
  coarse.blocks = problem.blocks;
  coarse.ranks.assign(std::size_t(count), {.speed = 0, .available = false});
  std::vector<int> all(static_cast<std::size_t>(count));
  for (std::size_t r = 0; r < groups.size(); ++r) {
    if (!problem.ranks[r].available) continue;
    RankLoad& group = coarse.ranks[std::size_t(groups[r])];
    group.available = true;
    group.speed += problem.ranks[r].speed;
    group.background += problem.ranks[r].background * problem.ranks[r].speed;
  }
  for (int g = 0; g < count; ++g) {
    RankLoad& group = coarse.ranks[std::size_t(g)];
    if (group.speed > 0)
      group.background /= group.speed;
    else
      group.speed = 1;
    all[std::size_t(g)] = g;
  }
  for (BlockLoad& block : coarse.blocks) block.rank = groups[std::size_t(block.rank)];
  placement = placement_of(coarse);
  refine_placement(coarse, all, group_tolerance_, placement);
}

namespace {

struct Group {
  std::vector<int> ranks;      // available ones
  std::vector<int> newcomers;  // movable blocks from other groups, or from ranks that are gone
  std::vector<int> residents;
};

std::vector<Group> make_groups(const BalanceProblem& problem, const std::vector<int>& groups,
                               int count, const Placement& group_of_block) {
  std::vector<Group> result(static_cast<std::size_t>(count));
  for (const int r : available_ranks(problem))
    result[std::size_t(groups[std::size_t(r)])].ranks.push_back(r);
  for (std::size_t b = 0; b < group_of_block.size(); ++b) {
    if (!problem.blocks[b].movable) continue;
    const auto rank = std::size_t(problem.blocks[b].rank);
    Group& group = result[std::size_t(group_of_block[b])];
    const bool stays = groups[rank] == group_of_block[b] && problem.ranks[rank].available;
    (stays ? group.residents : group.newcomers).push_back(int(b));
  }
  return result;
}

// Of blocks that stay where they are.
void add_seconds(const BalanceProblem& problem, const std::vector<int>& blocks,
                 std::vector<double>& seconds) {
  for (const int b : blocks) {
    const BlockLoad& block = problem.blocks[std::size_t(b)];
    seconds[std::size_t(block.rank)] += block.work / problem.ranks[std::size_t(block.rank)].speed;
  }
}

}  // namespace

std::vector<BlockMove> GroupBalancer::plan(const BalanceProblem& problem) {
  if (available_ranks(problem).empty()) return {};
  const std::vector<int> groups = group_of_ranks(problem);
  const int count = 1 + *std::max_element(groups.begin(), groups.end());
  Placement group_of_block, placement = placement_of(problem);
  balance_groups(problem, groups, count, group_of_block);
  std::vector<double> seconds = movable_load(problem).fixed_seconds;
  std::vector<Group> made = make_groups(problem, groups, count, group_of_block);
  for (Group& group : made) {
    std::vector<int>& residents = group.residents;
    if (kind_ == Kind::sites)
      group.newcomers.insert(group.newcomers.end(), residents.begin(), residents.end());
    else
      add_seconds(problem, residents, seconds);
    assign_greedily(problem, group.newcomers, group.ranks, seconds, placement);
  }
  // Not before all blocks have left their old group.
  if (kind_ == Kind::hosts)
    for (const Group& group : made)
      if (!group.ranks.empty()) refine_placement(problem, group.ranks, rank_tolerance_, placement);
  return moves_to(problem, placement);
}

}  // namespace cardon
