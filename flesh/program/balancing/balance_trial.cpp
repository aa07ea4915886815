// SPDX-License-Identifier: Apache-2.0
#include "balancing/balance_trial.hpp"

#include <algorithm>
#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/kit/processor_time.hpp>
#include <cmath>

#include "balance/driver_steps.hpp"

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
  const auto [min, max] = std::minmax_element(counts.begin(), counts.end());
  trial.min_border = *min;
  trial.max_border = *max;
}

// Of messages by blocks below `senders`, or of all.
void count_receivers(const BalanceProblem& problem, const Placement& placement, int senders,
                     BalanceTrial& trial) {
  std::vector<std::vector<int>> ranks(placement.size());
  for (const BlockEdge& edge : problem.edges)
    ranks[std::size_t(edge.from)].push_back(placement[std::size_t(edge.to)]);
  const std::size_t count = senders < 0 ? ranks.size() : std::size_t(senders);
  for (std::size_t b = 0; b < count; ++b) {
    std::sort(ranks[b].begin(), ranks[b].end());
    const auto end = std::unique(ranks[b].begin(), ranks[b].end());
    trial.receivers += double(end - ranks[b].begin()) / double(count);
  }
}

void count_moves(const BalanceProblem& problem, const Placement& placement, BalanceTrial& trial) {
  double bytes = 0;
  for (const BlockEdge& edge : problem.edges) bytes += edge.bytes;
  trial.cut = bytes > 0 ? trial.figures.bytes / bytes : 0;
  std::vector<double> sent(problem.ranks.size(), 0.0), received(problem.ranks.size(), 0.0);
  std::vector<double> seconds = PlacementCost(problem).rank_seconds(placement);
  for (std::size_t b = 0; b < placement.size(); ++b) {
    const BlockLoad& block = problem.blocks[b];
    const auto from = std::size_t(block.rank), to = std::size_t(placement[b]);
    if (from == to) continue;
    sent[from] += block.bytes;
    received[to] += block.bytes;
    const double way =
        problem.link(problem.ranks[from].site, problem.ranks[to].site).seconds_per_byte;
    for (const std::size_t r : {from, to})
      seconds[r] += block.bytes * (way + problem.packing_seconds / problem.ranks[r].speed) /
                    std::max(1.0, problem.horizon);
    if (problem.ranks[from].host != problem.ranks[to].host) ++trial.host_moves;
  }
  trial.max_sent_received = *std::max_element(sent.begin(), sent.end()) +
                            *std::max_element(received.begin(), received.end());
  double sum = 0;
  for (const double one : seconds) sum += one;
  trial.slowest_rank = *std::max_element(seconds.begin(), seconds.end());
  trial.rank_ratio = sum > 0 ? trial.slowest_rank * double(seconds.size()) / sum : 1;
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

// Blocks that answer, reductions and deliveries are none of the driver's.
double driver_seconds(const BalanceProblem& problem, const Placement& placement,
                      const ServingOrder& order) {
  if (order.answering >= 0 || order.reduce_every > 0 || order.delivery_seconds > 0) return 0;
  const auto priorities =
      order.border_first ? rank_order::Priorities::border_first : rank_order::Priorities::fifo;
  return driver_steps(problem, placement, {.priorities = priorities, .steps = order.steps});
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
  count_moves(problem, placement, trial);
  count_receivers(problem, placement, order.answering, trial);
  if (order.steps == 0) return trial;
  trial.simulated = simulated_step(problem, placement, order);
  trial.driver = driver_seconds(problem, placement, order);
  return trial;
}

BalanceTrial mean_of(const std::vector<BalanceTrial>& trials) {
  BalanceTrial mean = trials.front();
  const auto average = [&](double BalanceTrial::*of) {
    mean.*of = 0;
    for (const BalanceTrial& trial : trials) mean.*of += trial.*of / double(trials.size());
  };
  for (double BalanceTrial::*of :
       {&BalanceTrial::strategy_seconds, &BalanceTrial::simulated, &BalanceTrial::driver,
        &BalanceTrial::cut, &BalanceTrial::max_sent_received, &BalanceTrial::host_moves,
        &BalanceTrial::receivers, &BalanceTrial::slowest_rank, &BalanceTrial::rank_ratio,
        &BalanceTrial::messages_per_rank, &BalanceTrial::max_words, &BalanceTrial::wide_words,
        &BalanceTrial::modelled_seconds})
    average(of);
  PlacementFigures sum{};
  double blocks = 0;
  for (const BalanceTrial& trial : trials) {
    const PlacementFigures& f = trial.figures;
    for (double PlacementFigures::*of :
         {&PlacementFigures::seconds, &PlacementFigures::imbalance, &PlacementFigures::messages,
          &PlacementFigures::wide_messages, &PlacementFigures::bytes, &PlacementFigures::wide_bytes,
          &PlacementFigures::moved_bytes, &PlacementFigures::moving_seconds})
      sum.*of += f.*of / double(trials.size());
    blocks += double(f.moved_blocks) / double(trials.size());
    mean.min_border = std::min(mean.min_border, trial.min_border);
    mean.max_border = std::max(mean.max_border, trial.max_border);
    mean.refused = mean.refused || trial.refused;
  }
  sum.moved_blocks = std::lround(blocks);
  mean.figures = sum;
  return mean;
}

}  // namespace cardon
