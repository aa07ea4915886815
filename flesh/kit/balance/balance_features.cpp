// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>

#include "balance/load_statistics.hpp"
#include "balance/plan_seconds.hpp"

namespace cardon {
namespace {

constexpr double unlimited = 1e6;  // for costs of a gain that is 0

constexpr std::array features{
    BalanceFeature{"ranks", "ranks"},
    BalanceFeature{"overloaded", "share of ranks that are slower than the mean"},
    BalanceFeature{"imbalance", "slowest rank over the mean"},
    BalanceFeature{"deviation", "standard deviation of the ranks' times over their mean"},
    BalanceFeature{"skewness", "skewness of the ranks' times"},
    BalanceFeature{"kurtosis", "kurtosis of the ranks' times"},
    BalanceFeature{"background", "time beside blocks over the mean"},
    BalanceFeature{"gain_seconds", "slowest rank minus the mean, s per step"},
    BalanceFeature{"utilisation", "share of a step in which ranks compute, mean"},
    BalanceFeature{"min_utilisation", "share of a step in which the idlest rank computes"},
    BalanceFeature{"max_utilisation", "share of a step in which the busiest rank computes"},
    BalanceFeature{"blocks_per_rank", "blocks per rank"},
    BalanceFeature{"block_seconds", "time of a block, mean, s per step"},
    BalanceFeature{"min_block_seconds", "time of the lightest block, s per step"},
    BalanceFeature{"max_block_seconds", "time of the heaviest block, s per step"},
    BalanceFeature{"messages", "messages between blocks per step"},
    BalanceFeature{"bytes", "bytes between blocks per step"},
    BalanceFeature{"rank_messages", "share of messages between ranks"},
    BalanceFeature{"own_messages", "share of messages within ranks"},
    BalanceFeature{"rank_bytes", "share of bytes between ranks"},
    BalanceFeature{"own_bytes", "share of bytes within ranks"},
    BalanceFeature{"neighbours", "blocks to which a block sends, mean"},
    BalanceFeature{"site_messages", "share of messages between sites"},
    BalanceFeature{"site_bytes", "share of bytes between sites"},
    BalanceFeature{"message_seconds", "cost of a message between ranks, s"},
    BalanceFeature{"byte_seconds", "cost of a byte between ranks, s"},
    BalanceFeature{"communication", "cost of messages between ranks over computing"},
    BalanceFeature{"slowest_change", "relative change of the slowest rank per step"},
    BalanceFeature{"mean_change", "relative change of the mean per step"},
    BalanceFeature{"migration_seconds", "cost of moving a block, s"},
    BalanceFeature{"planning", "time of a plan at one place over what balance gains"},
    BalanceFeature{"block_change", "relative change of blocks within the horizon"},
    BalanceFeature{"heaviest_block", "heaviest block over the mean of the ranks"},
    BalanceFeature{"moving", "cost of moving the surplus over what balance gains"},
    BalanceFeature{"waiting", "share of a step in which the busiest rank waits"},
    BalanceFeature{"sites", "sites"},
    BalanceFeature{"site_imbalance", "slowest site over the mean of all ranks"},
    BalanceFeature{"speeds", "fastest rank over the slowest, by speed"},
    BalanceFeature{"horizon", "steps for which loads are expected to hold"},
    BalanceFeature{"rank_variance", "share of the differences between blocks that is one of ranks"},
};

double over(double part, double whole) {
  if (part <= 0) return 0;
  return whole > 0 ? std::min(part / whole, unlimited) : unlimited;
}

double site_imbalance(const BalanceProblem& problem, const std::vector<double>& load, double mean) {
  std::vector<double> sums(std::size_t(problem.sites), 0.0), ranks(std::size_t(problem.sites), 0.0);
  for (std::size_t r = 0; r < load.size(); ++r) {
    sums[std::size_t(problem.ranks[r].site)] += load[r];
    ++ranks[std::size_t(problem.ranks[r].site)];
  }
  double largest = 0;
  for (std::size_t s = 0; s < sums.size(); ++s)
    if (ranks[s] > 0) largest = std::max(largest, sums[s] / ranks[s]);
  return mean > 0 ? largest / mean : 1;
}

// Of the logarithms of times. Near 1: each rank has blocks of one time, another than other ranks
// have, so that ranks of unknown speed and equal blocks are likely.
double rank_variance(const BalanceProblem& problem) {
  struct Sums {
    double count = 0, sum = 0, squares = 0;
    void add(double x) { ++count, sum += x, squares += x * x; }
    double around_mean() const { return count > 0 ? squares - sum * sum / count : 0; }
  };
  Sums all;
  std::vector<Sums> own(problem.ranks.size());
  for (const BlockLoad& block : problem.blocks) {
    const auto rank = std::size_t(block.rank);
    if (block.work <= 0) continue;
    const double time = std::log(block.work / problem.ranks[rank].speed);
    all.add(time);
    own[rank].add(time);
  }
  double within = 0;
  for (const Sums& rank : own) within += rank.around_mean();
  const double total = all.around_mean();
  return total > 1e-9 * all.count ? std::clamp(1 - within / total, 0.0, 1.0) : 0;
}

double speed_ratio(const BalanceProblem& problem) {
  const auto [slow, fast] = std::minmax_element(
      problem.ranks.begin(), problem.ranks.end(),
      [](const RankLoad& one, const RankLoad& other) { return one.speed < other.speed; });
  return slow == problem.ranks.end() ? 1 : fast->speed / slow->speed;
}

double slowest(const std::vector<double>& load) {
  return *std::max_element(load.begin(), load.end());
}

double mean(const std::vector<double>& load) {
  double sum = 0;
  for (const double seconds : load) sum += seconds / double(load.size());
  return sum;
}

}  // namespace

LoadChange load_change(const BalanceProblem& before, const BalanceProblem& now, double steps) {
  if (before.blocks.size() != now.blocks.size() || before.ranks.size() != now.ranks.size() ||
      now.ranks.empty() || steps <= 0)
    return {};
  // Both for the owners now, so that a migration is not taken for a change of loads.
  const Placement owners = placement_of(now);
  const std::vector<double> then = compute_seconds(before, owners),
                            load = compute_seconds(now, owners);
  double changed = 0, work = 0;
  std::vector<double> rates;
  for (std::size_t b = 0; b < now.blocks.size(); ++b) {
    rates.push_back((now.blocks[b].work - before.blocks[b].work) / steps);
    changed += std::abs(now.blocks[b].work - before.blocks[b].work);
    work += now.blocks[b].work;
  }
  const auto rate = [&](double old, double value) {
    return value > 0 ? (value - old) / value / steps : 0;
  };
  return {.slowest = rate(slowest(then), slowest(load)),
          .mean = rate(mean(then), mean(load)),
          .blocks = work > 0 ? changed / work / steps : 0,
          .work = std::move(rates),
          .steps = steps};
}

std::span<const BalanceFeature> balance_features() { return features; }

int feature_number(std::string_view name, std::span<const BalanceFeature> all) {
  for (std::size_t f = 0; f < all.size(); ++f)
    if (all[f].name == name) return int(f);
  throw Bug("no feature of a balancing problem is called " + std::string(name));
}

std::vector<double> feature_values(const BalanceProblem& problem, const LoadChange& change) {
  const LoadStatistics s = load_statistics(problem);
  const double gain = s.load.max - s.load.mean, all = gain * problem.horizon;
  const double per_message = over(1, s.messages), per_byte = over(1, s.bytes);
  const double migration = s.message_seconds + s.byte_seconds * s.block_bytes;
  // Blocks of the slowest rank above the mean, as far as blocks have equal work.
  const double surplus = s.load.mean > 0 ? s.blocks_per_rank * gain / s.load.mean : 0;
  const std::vector<double> load = compute_seconds(problem, placement_of(problem));
  return {s.ranks,
          over(s.overloaded, s.ranks),
          s.load.mean > 0 ? s.load.max / s.load.mean : 1,
          over(s.deviation, s.load.mean),
          s.skewness,
          s.kurtosis,
          over(s.background, s.load.mean),
          gain,
          s.utilisation.mean,
          s.utilisation.min,
          s.utilisation.max,
          s.blocks_per_rank,
          s.block.mean,
          s.block.min,
          s.block.max,
          s.messages,
          s.bytes,
          s.rank_messages * per_message,
          s.messages > 0 ? 1 - s.rank_messages * per_message : 0,
          s.rank_bytes * per_byte,
          s.bytes > 0 ? 1 - s.rank_bytes * per_byte : 0,
          s.neighbours,
          s.site_messages * per_message,
          s.site_bytes * per_byte,
          s.message_seconds,
          s.byte_seconds,
          over(s.message_seconds * s.rank_messages + s.byte_seconds * s.rank_bytes,
               s.load.mean * s.ranks),
          change.slowest,
          change.mean,
          migration,
          over(plan_seconds("central", double(problem.blocks.size()), s.ranks), all),
          change.blocks * problem.horizon,
          over(s.block.max, s.load.mean),
          over(surplus * migration, all),
          1 - s.utilisation.max,
          double(problem.sites),
          site_imbalance(problem, load, s.load.mean),
          speed_ratio(problem),
          problem.horizon,
          rank_variance(problem)};
}

}  // namespace cardon
