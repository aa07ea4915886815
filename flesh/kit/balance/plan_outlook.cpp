// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr std::array own_features{
    BalanceFeature{"gain", "saved by the plan if loads stay, less moving; share of the time"},
    BalanceFeature{"price", "cost of the moves, share of the time within the horizon"},
    BalanceFeature{"moved", "share of the blocks that move"},
    BalanceFeature{"imbalance_after", "slowest rank over the mean, minus 1, if loads stay"},
    BalanceFeature{"gain_slow_ranks", "saved per step if ranks differ and not their blocks"},
    BalanceFeature{"gain_soon", "saved per step if loads change on for a quarter of the horizon"},
    BalanceFeature{"gain_late", "saved per step if loads change on for three quarters of it"},
    BalanceFeature{"gain_near", "saved per step if loads spread to neighbours"},
    BalanceFeature{"gain_far", "saved per step if loads spread further"},
    BalanceFeature{"gain_equal", "saved per step if all blocks become equal"},
    BalanceFeature{"more_slow_ranks", "gain_slow_ranks minus gain"},
    BalanceFeature{"more_soon", "gain_soon minus gain"},
    BalanceFeature{"more_late", "gain_late minus gain"},
    BalanceFeature{"more_near", "gain_near minus gain"},
    BalanceFeature{"more_far", "gain_far minus gain"},
    BalanceFeature{"more_equal", "gain_equal minus gain"},
};

double mean_work(const BalanceProblem& problem) {
  double sum = 0;
  for (const BlockLoad& block : problem.blocks) sum += block.work;
  return problem.blocks.empty() ? 0 : sum / double(problem.blocks.size());
}

// Work if all that differs from rank to rank is the speed of the ranks.
std::vector<double> work_if_ranks_differ(const BalanceProblem& problem) {
  std::vector<double> sums(problem.ranks.size(), 0.0), counts(problem.ranks.size(), 0.0);
  for (const BlockLoad& block : problem.blocks) {
    sums[std::size_t(block.rank)] += block.work;
    ++counts[std::size_t(block.rank)];
  }
  const double mean = mean_work(problem);
  std::vector<double> work;
  for (const BlockLoad& block : problem.blocks) {
    const double own = sums[std::size_t(block.rank)] / counts[std::size_t(block.rank)];
    work.push_back(own > 0 ? block.work * mean / own : mean);
  }
  return work;
}

std::vector<double> work_later(const BalanceProblem& problem, const LoadChange& change,
                               double steps) {
  constexpr double least = 0.1;  // of the mean
  const double mean = mean_work(problem);
  std::vector<double> work;
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const double rate = change.work.empty() ? 0 : change.work[b], now = problem.blocks[b].work;
    work.push_back(std::max(std::min(now, least * mean), now + steps * rate));
  }
  return work;
}

// Each block takes on the mean of itself and its neighbours.
std::vector<double> spread(const BalanceProblem& problem, std::vector<double> work, int times) {
  for (int time = 0; time < times; ++time) {
    std::vector<double> sums = work, counts(work.size(), 1.0);
    for (const BlockEdge& edge : problem.edges) {
      sums[std::size_t(edge.to)] += work[std::size_t(edge.from)];
      ++counts[std::size_t(edge.to)];
    }
    for (std::size_t b = 0; b < work.size(); ++b) work[b] = sums[b] / counts[b];
  }
  return work;
}

}  // namespace

std::span<const BalanceFeature> plan_features() {
  static const std::vector<BalanceFeature> all = [] {
    std::vector<BalanceFeature> both(balance_features().begin(), balance_features().end());
    both.insert(both.end(), own_features.begin(), own_features.end());
    return both;
  }();
  return all;
}

PlanOutlook::PlanOutlook(const BalanceProblem& problem, const LoadChange& change)
    : problem_(problem), features_(feature_values(problem, change)) {
  constexpr double lag = 15;  // steps from the middle of a window to the moves
  constexpr int near = 1, far = 6;
  const std::vector<double> now = work_later(problem, {}, 0);
  assume(work_if_ranks_differ(problem));
  // Slow ranks stay slow.
  for (const double part : {0.25, 0.75})
    assume(work_later(problem, change, lag + part * problem.horizon));
  assume(spread(problem, now, near));
  assume(spread(problem, now, far));
  assume(std::vector<double>(now.size(), mean_work(problem)));
}

void PlanOutlook::assume(std::vector<double> work) {
  Assumption& one = assumptions_.emplace_back(Assumption{.problem = problem_});
  for (std::size_t b = 0; b < work.size(); ++b) one.problem.blocks[b].work = work[b];
  if (assumptions_.size() == 1) {
    // The speed of a rank, as the time of its blocks shows it.
    std::vector<double> sums(problem_.ranks.size(), 0.0), counts(sums);
    for (std::size_t b = 0; b < work.size(); ++b) {
      const auto rank = std::size_t(problem_.blocks[b].rank);
      sums[rank] += problem_.blocks[b].work;
      counts[rank] += work[b];
    }
    for (std::size_t r = 0; r < sums.size(); ++r)
      if (sums[r] > 0) one.problem.ranks[r].speed *= counts[r] / sums[r];
  }
  one.seconds = PlacementCost(one.problem).seconds(placement_of(one.problem));
}

double PlanOutlook::gain(const Assumption& assumption, const Placement& placement) const {
  const double seconds = PlacementCost(assumption.problem).seconds(placement);
  return assumption.seconds > 0 ? 1 - seconds / assumption.seconds : 0;
}

std::vector<double> PlanOutlook::values(const BalanceDecision& decision) const {
  const double all = decision.before.seconds * problem_.horizon;
  const auto share = [&](double seconds) { return all > 0 ? seconds / all : 0; };
  const double gained = (decision.before.seconds - decision.after.seconds) * problem_.horizon;
  std::vector<double> values = features_;
  values.push_back(share(gained - decision.price));
  values.push_back(share(decision.price));
  values.push_back(double(decision.after.moved_blocks) / double(problem_.blocks.size()));
  values.push_back(decision.after.imbalance);
  const double promise = values[features_.size()];
  const Placement placement = placement_after(problem_, decision.moves);
  for (const Assumption& assumption : assumptions_) values.push_back(gain(assumption, placement));
  for (std::size_t a = 0; a < assumptions_.size(); ++a)
    values.push_back(values[values.size() - assumptions_.size()] - promise);
  return values;
}

double PlanOutlook::forecast(const BalanceDecision& decision) const {
  const std::vector<double> features = values(decision);
  return expected_gain(learned_plans(), features, features[features_.size()]);
}

}  // namespace cardon
