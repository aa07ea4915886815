// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cmath>

#include "balance/load_forecast.hpp"
#include "balance/speed_guess.hpp"

namespace cardon {
namespace {

constexpr double lag = 15;  // steps from the middle of a window to the moves

constexpr std::array own_features{
    BalanceFeature{"foreseen", "mean of the next two, less moving; share of the time"},
    BalanceFeature{"gain_ahead", "saved within the horizon if loads go on as forecast"},
    BalanceFeature{"gain_ahead_guessed", "the same with speeds as guessed"},
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
    BalanceFeature{"more_ahead", "gain_ahead minus gain"},
    BalanceFeature{"more_guessed", "gain_ahead_guessed minus gain_ahead"},
    BalanceFeature{"evidence", "that ranks differ, of the differences at their borders"},
    BalanceFeature{"travel", "way of the loads within the horizon, blocks"},
    BalanceFeature{"growth", "relative growth of their excess within the horizon"},
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

// Its speed then, as the time of its blocks shows it.
std::vector<double> speeds_if_ranks_differ(const BalanceProblem& problem) {
  const std::vector<double> work = work_if_ranks_differ(problem);
  std::vector<double> speeds, sums(problem.ranks.size(), 0.0), counts(sums);
  for (std::size_t b = 0; b < work.size(); ++b) {
    const auto rank = std::size_t(problem.blocks[b].rank);
    sums[rank] += problem.blocks[b].work;
    counts[rank] += work[b];
  }
  for (std::size_t r = 0; r < sums.size(); ++r)
    speeds.push_back(problem.ranks[r].speed * (sums[r] > 0 ? counts[r] / sums[r] : 1));
  return speeds;
}

std::vector<double> speeds_of(const BalanceProblem& problem) {
  std::vector<double> speeds;
  for (const RankLoad& rank : problem.ranks) speeds.push_back(rank.speed);
  return speeds;
}

std::vector<double> work_later(const BalanceProblem& problem, const LoadChange& change,
                               double steps) {
  constexpr double min_share = 0.1;  // of the mean
  const double mean = mean_work(problem);
  std::vector<double> work;
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const double rate = change.work.empty() ? 0 : change.work[b], now = problem.blocks[b].work;
    work.push_back(std::max(std::min(now, min_share * mean), now + steps * rate));
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
    : problem_(problem), assumed_(problem), features_(feature_values(problem, change)) {
  constexpr int near = 1, far = 6;
  const std::vector<double> known = speeds_of(problem), now = work_later(problem, {}, 0);
  // Slow ranks stay slow.
  assumptions_.push_back(assumed(work_if_ranks_differ(problem), speeds_if_ranks_differ(problem)));
  for (const double part : {0.25, 0.75})
    assumptions_.push_back(
        assumed(work_later(problem, change, lag + part * problem.horizon), known));
  assumptions_.push_back(assumed(spread(problem, now, near), known));
  assumptions_.push_back(assumed(spread(problem, now, far), known));
  assumptions_.push_back(assumed(std::vector<double>(now.size(), mean_work(problem)), known));
  const SpeedGuess guess = guess_speeds(problem, change.array);
  std::vector<double> course, other;
  outlooks_.push_back(outlook(change, known, course));
  outlooks_.push_back(guess.speeds == known ? outlooks_[0] : outlook(change, guess.speeds, other));
  course_ = {guess.evidence, course[0], course[1]};
}

PlanOutlook::Assumption PlanOutlook::assumed(std::vector<double> work,
                                             std::vector<double> speeds) const {
  Assumption one{.work = std::move(work), .speeds = std::move(speeds)};
  one.seconds = seconds(one, placement_of(problem_));
  return one;
}

// Blocks of a rank that is slower than it seems have less work than it seems.
PlanOutlook::Outlook PlanOutlook::outlook(const LoadChange& change,
                                          const std::vector<double>& speeds,
                                          std::vector<double>& course) {
  constexpr int times = 5;
  BalanceProblem problem = problem_;
  LoadChange own = change;
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const auto rank = std::size_t(problem.blocks[b].rank);
    const double factor = speeds[rank] / problem.ranks[rank].speed;
    problem.blocks[b].work *= factor;
    if (!own.work.empty()) own.work[b] *= factor;
  }
  const LoadForecast forecast(problem, own);
  Outlook result;
  for (int t = 0; t < times; ++t)
    result.push_back(assumed(forecast.work(lag + (t + 0.5) / times * problem_.horizon), speeds));
  double travel = 0;
  for (const double way : forecast.travel()) travel = std::max(travel, std::abs(way));
  course = {travel * problem_.horizon, forecast.growth() * problem_.horizon};
  return result;
}

double PlanOutlook::seconds(const Assumption& assumption, const Placement& placement) const {
  for (std::size_t b = 0; b < assumption.work.size(); ++b)
    assumed_.blocks[b].work = assumption.work[b];
  for (std::size_t r = 0; r < assumption.speeds.size(); ++r)
    assumed_.ranks[r].speed = assumption.speeds[r];
  return PlacementCost(assumed_).seconds(placement);
}

double PlanOutlook::gain(const Outlook& outlook, const Placement& placement) const {
  double now = 0, then = 0;
  for (const Assumption& one : outlook) {
    now += one.seconds;
    then += seconds(one, placement);
  }
  return now > 0 ? 1 - then / now : 0;
}

std::vector<double> PlanOutlook::values(const BalanceDecision& decision) const {
  const double all = decision.before.seconds * problem_.horizon;
  const auto share = [&](double seconds) { return all > 0 ? seconds / all : 0; };
  const double gained = (decision.before.seconds - decision.after.seconds) * problem_.horizon;
  const Placement placement = placement_after(problem_, decision.moves);
  const double ahead = gain(outlooks_[0], placement), guessed = gain(outlooks_[1], placement);
  const double price = share(decision.price), promise = share(gained) - price;
  std::vector<double> values = features_;
  for (const double value : {(ahead + guessed) / 2 - price, ahead, guessed, promise, price,
                             double(decision.after.moved_blocks) / double(problem_.blocks.size()),
                             decision.after.imbalance})
    values.push_back(value);
  for (const Assumption& one : assumptions_)
    values.push_back(one.seconds > 0 ? 1 - seconds(one, placement) / one.seconds : 0);
  for (std::size_t a = 0; a < assumptions_.size(); ++a)
    values.push_back(values[values.size() - assumptions_.size()] - promise);
  for (const double value : {ahead - promise, guessed - ahead}) values.push_back(value);
  values.insert(values.end(), course_.begin(), course_.end());
  return values;
}

double PlanOutlook::forecast(const BalanceDecision& decision) const {
  const std::vector<double> features = values(decision);
  return expected_gain(learned_plans(), features, features[features_.size()]);
}

}  // namespace cardon
