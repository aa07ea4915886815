// SPDX-License-Identifier: Apache-2.0
// By which plans `auto` decides: those of several balancers for random loads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/plan_outlook.hpp>
#include <map>
#include <random>

#include "planners.hpp"

namespace cardon {
namespace {

constexpr int ranks = 4, per_rank = 4;

/// A problem and what has changed since the window before.
struct Situation {
  BalanceProblem problem;
  LoadChange change;
};

/// Blocks in a row that differ from 0.5 to 1.5 s, and whose loads have changed by up to 50 %.
Situation situation(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> work(0.5, 1.5), before(0.5, 1.5);
  Situation now;
  now.problem.ranks.resize(ranks);
  now.problem.horizon = 100;
  for (int b = 0; b < ranks * per_rank; ++b) {
    now.problem.blocks.push_back({.rank = b / per_rank, .work = work(random), .bytes = 1e4});
    if (b == 0) continue;
    now.problem.edges.push_back({b - 1, b, 1, 1e3});
    now.problem.edges.push_back({b, b - 1, 1, 1e3});
  }
  BalanceProblem earlier = now.problem;
  for (BlockLoad& block : earlier.blocks) block.work *= before(random);
  now.change = load_change(earlier, now.problem, 12);
  return now;
}

/// Moves a random block from the rank with most work to another one, and exchanges two others with
/// `exchange`.
std::vector<BlockMove> random_plan(const BalanceProblem& problem, unsigned seed, bool exchange) {
  std::mt19937 random(seed);
  const std::vector<double> seconds = compute_seconds(problem, placement_of(problem));
  const auto place = [&](auto it) { return int(it - seconds.begin()); };
  const int heavy = place(std::max_element(seconds.begin(), seconds.end()));
  const int light = place(std::min_element(seconds.begin(), seconds.end()));
  const auto block_of = [&](int rank) { return rank * per_rank + int(random() % per_rank); };
  std::vector<BlockMove> moves = {{block_of(heavy), light}};
  if (exchange) moves.push_back({block_of(light), heavy});
  return moves;
}

/// Has planned or not.
class Recorded : public Balancer {
 public:
  Recorded(std::vector<BlockMove> moves, bool& planned)
      : moves_(std::move(moves)), planned_(planned) {}
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem&) override {
    planned_ = true;
    return moves_;
  }

 private:
  std::vector<BlockMove> moves_;
  bool& planned_;
};

/// What comes of the plans that balancers make by turns, one kind or the other.
struct Outcome {
  BalanceDecision taken;
  std::vector<BalanceDecision> judged;  // of the balancers that planned: as the judge sees it
  std::vector<double> forecast;         // by the forest, of each
};

Outcome outcome_of(const Situation& now, const std::vector<BlockMove> (&plans)[2]) {
  const PlanJudge judge({});
  Planners planners("forest");
  std::map<std::string, bool> planned;
  const std::vector<std::string> names = Planners::names("auto", "forest");
  for (std::size_t n = 0; n < names.size(); ++n)
    planners.add(names[n], std::make_shared<Recorded>(plans[n % 2], planned[names[n]]));
  Outcome outcome;
  planners.plan(now.problem, now.change, judge, outcome.taken);
  const PlanOutlook outlook(now.problem, now.change);
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (!planned[names[n]]) continue;
    BalanceDecision decision;
    judge.judge(now.problem, plans[n % 2], decision);
    outcome.forecast.push_back(outlook.forecast(decision));
    outcome.judged.push_back(std::move(decision));
  }
  return outcome;
}

// s that a plan saves, as is expected of it, if one of two that moves more must save 2 % more.
double best(const Outcome& found, double all) {
  double gain_of_few = 0, gain_of_many = 0;
  std::size_t few = SIZE_MAX, many = 0;
  for (std::size_t n = 0; n < found.judged.size(); ++n) {
    if (!found.judged[n].accepted || found.forecast[n] <= 0) continue;
    const std::size_t moves = found.judged[n].moves.size();
    if (moves <= few) few = moves, gain_of_few = found.forecast[n];
    if (moves >= many) many = moves, gain_of_many = found.forecast[n];
  }
  return all * (gain_of_many > gain_of_few + 0.02 ? gain_of_many : gain_of_few);
}

// Among plans that the judge accepts, the one of which the forest expects most is carried out, also
// where another one promises more; but few moves go before many where that hardly matters.
TEST(ForestPlanners, ThePlanOfWhichTheForestExpectsMostIsTaken) {
  int against_promises = 0, against_gains = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Situation now = situation(seed);
    const Outcome found = outcome_of(
        now, {random_plan(now.problem, seed, false), random_plan(now.problem, seed + 1000, true)});
    double max_forecast = 0, promised = 0;
    for (std::size_t n = 0; n < found.judged.size(); ++n) {
      if (!found.judged[n].accepted) continue;
      max_forecast = std::max(max_forecast, found.forecast[n]);
      if (found.forecast[n] > 0) promised = std::max(promised, found.judged[n].saved);
    }
    ASSERT_EQ(found.taken.accepted, max_forecast > 0) << seed;
    if (max_forecast <= 0) continue;
    const double horizon = found.taken.before.seconds * now.problem.horizon;
    EXPECT_NEAR(found.taken.expected, best(found, horizon), 1e-9 * horizon) << seed;
    if (found.taken.expected < max_forecast * horizon * (1 - 1e-9)) ++against_gains;
    if (found.taken.saved < promised) ++against_promises;
  }
  EXPECT_GT(against_promises, 0);
  EXPECT_GT(against_gains, 0);
}

// One plan is refused by the judge, and of the other one, which it accepts, the forest expects no
// gain: nothing moves.
TEST(ForestPlanners, NothingMovesWhereTheJudgeRefusesOnePlanAndTheForestTheOther) {
  int both = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    const Situation now = situation(seed);
    const Outcome found = outcome_of(
        now, {random_plan(now.problem, seed, false), random_plan(now.problem, seed + 1000, true)});
    bool by_judge = false, by_forest = false, any = false;
    for (std::size_t n = 0; n < found.judged.size(); ++n) {
      const bool accepted = found.judged[n].accepted;
      by_judge = by_judge || !accepted;
      by_forest = by_forest || (accepted && found.forecast[n] <= 0);
      any = any || (accepted && found.forecast[n] > 0);
    }
    if (!by_judge || !by_forest || any) continue;
    ++both;
    EXPECT_FALSE(found.taken.accepted) << seed;
    EXPECT_FALSE(found.taken.reason.empty()) << seed;
  }
  EXPECT_GT(both, 0);
}

}  // namespace
}  // namespace cardon
