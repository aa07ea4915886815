// SPDX-License-Identifier: Apache-2.0
#include "balancing/balance_trial.hpp"

#include <algorithm>

#include "cardon/kit/balance/balance_rounds.hpp"
#include "cardon/kit/processor_time.hpp"

namespace cardon {
namespace {

void count_border(const BalanceProblem& problem, const Placement& placement, BalanceTrial& trial) {
  const auto site = [&](int block) {
    return problem.ranks[std::size_t(placement[std::size_t(block)])].site;
  };
  std::vector<char> border(placement.size(), 0);
  for (const BlockEdge& edge : problem.edges)
    if (site(edge.from) != site(edge.to)) border[std::size_t(edge.from)] = 1;
  std::vector<int> counts(problem.ranks.size(), 0);
  for (std::size_t b = 0; b < placement.size(); ++b) counts[std::size_t(placement[b])] += border[b];
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  trial.min_border = *least;
  trial.max_border = *most;
}

// A round takes a latency between sites, and the rank with the most words receives them in turn.
double network_seconds(const BalanceProblem& problem, const BalanceRounds::Traffic& traffic) {
  PairCost slowest;
  for (const PairCost& link : problem.links) {
    slowest.latency = std::max(slowest.latency, link.latency);
    slowest.seconds_per_byte = std::max(slowest.seconds_per_byte, link.seconds_per_byte);
  }
  return double(traffic.rounds) * slowest.latency +
         8 * traffic.max_words * slowest.seconds_per_byte;
}

bool all_available(const BalanceProblem& problem) {
  return std::all_of(problem.ranks.begin(), problem.ranks.end(),
                     [](const RankLoad& rank) { return rank.available; });
}

void run_agents(Balancer& balancer, const BalanceProblem& problem, Placement& placement,
                BalanceTrial& trial) {
  BalanceRounds rounds(problem, [&](int rank) { return balancer.agent(rank); });
  const double start = processor_seconds();
  rounds.run();
  trial.strategy_seconds = processor_seconds() - start;
  placement = rounds.placement();
  const double ranks = double(problem.ranks.size());
  trial.rounds = rounds.traffic().rounds;
  trial.messages_per_rank = rounds.traffic().messages / ranks;
  trial.max_words = rounds.traffic().max_words;
  trial.wide_words = rounds.traffic().wide_words;
  trial.modelled_seconds =
      trial.strategy_seconds / ranks + network_seconds(problem, rounds.traffic());
}

}  // namespace

BalanceTrial try_balancer(const std::string& name, Balancer& balancer,
                          const BalanceProblem& problem, const ServingOrder& order,
                          Placement& placement) {
  BalanceTrial trial{.name = name};
  placement = placement_of(problem);
  if (balancer.agent(0) != nullptr && all_available(problem)) {
    run_agents(balancer, problem, placement, trial);
  } else {
    const double start = processor_seconds();
    const std::vector<BlockMove> moves = balancer.plan(problem);
    trial.modelled_seconds = trial.strategy_seconds = processor_seconds() - start;
    placement = placement_after(problem, moves);
  }
  const PlacementCost cost(problem);
  trial.figures = cost.figures(placement);
  trial.refused = trial.figures.moved_blocks > 0 && !cost.pays(placement);
  count_border(problem, placement, trial);
  if (order.steps > 0) trial.simulated = simulated_step(problem, placement, order);
  return trial;
}

}  // namespace cardon
