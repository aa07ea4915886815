// SPDX-License-Identifier: Apache-2.0
// Whole runs on a virtual clock, in which loads move: no balancer makes one slower by more than 2 %
// than it is without any, whatever the balancer sees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/load_trend.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/kit/balance/plan_judge.hpp>
#include <cmath>
#include <functional>
#include <optional>

#include "balancing/balancer_factory.hpp"
#include "balancing/block_scene.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {
namespace {

constexpr int pass_steps = 240, window_steps = 10, lag_steps = 2, horizon_steps = 200;
constexpr int across = 4;  // blocks

/// Of a block at this place of the unit square, in s per step.
using MovingLoad = std::function<double(double x, double y, int step)>;

double spot(double x, double y, double at, double width) {
  return std::exp(-(std::pow(x - at, 2) + std::pow(y - at, 2)) / (width * width));
}

// As in the flame of tests/performance/balancers: it ignites in the blocks of the first rank, grows
// until it is in those of all ranks, and goes out.
double flame(double x, double y, int step) {
  const double t = double(step) / pass_steps;
  return 5e-5 + 1e-2 * std::exp(-std::pow((t - 0.42) / 0.16, 2)) * spot(x, y, 0.2 + 1.1 * t, 0.35) +
         1e-3 * std::exp(-t / 0.15) * spot(x, y, 0.2, 0.3);
}

double front_that_passes(double, double y, int step) {
  const double at = double(step % pass_steps) / pass_steps;
  return std::abs(y - at) < 0.15 ? 8e-3 : 1e-3;
}

double spot_that_jumps(double x, double y, int step) {
  return 1e-3 + 5e-3 * spot(x, y, step / 60 % 2 == 0 ? 0.2 : 0.8, 0.25);
}

double sound(double, double, int) { return 1e-3; }

class BalancedRun {
 public:
  BalancedRun(int ranks, MovingLoad load) : load_(std::move(load)) {
    problem_ = make_problem({.blocks = {across, 2 * ranks},
                             .ranks = ranks,
                             .sites = 1,
                             .step = 0,
                             .block_bytes = 2e4,
                             .map = "slices"});
    rows_ = 2 * ranks;
  }

  /// s of all steps, migrations included. No balancer: blocks stay.
  double seconds(Balancer* balancer, int run_steps) {
    run_steps_ = run_steps;
    double sum = 0;
    for (int step = 0, begin = 2; step < run_steps; ++step) {
      set_loads(step, step + 1);
      sum += PlacementCost(problem_).seconds(placement_of(problem_));
      if (balancer == nullptr || step != begin + window_steps + lag_steps) continue;
      sum += balance(*balancer, begin, step);
      begin = step + 1;
    }
    return sum;
  }

 private:
  void set_loads(int first, int last) {
    for (std::size_t b = 0; b < problem_.blocks.size(); ++b) {
      double work = 0;
      for (int step = first; step < last; ++step)
        work += load_((double(b % across) + 0.5) / across,
                      (std::floor(double(b) / across) + 0.5) / rows_, step);
      problem_.blocks[b].work = work / (last - first);
    }
  }

  // As thorns/LoadBalancing decides.
  double balance(Balancer& balancer, int begin, int now) {
    set_loads(begin, begin + window_steps);
    problem_.horizon = std::min(horizon_steps, run_steps_ - now);
    const Placement owners = placement_of(problem_);
    if (home_.empty()) home_ = owners;
    BalanceDecision decision;
    decision.step = begin + window_steps;
    decision.slowest = PlacementCost(problem_).seconds(owners);
    decision.imbalance = 1 + imbalance(problem_, owners);
    trend_.measured(problem_, begin + window_steps / 2);
    bool undo = false;
    if (earlier_) {
      judge_.paid(*earlier_, paid_);
      undo = judge_.made_worse(problem_, owners_before_, *earlier_, decision);
      earlier_.reset();
    }
    judge_.compare(problem_, window_steps + lag_steps);
    judge_.account(problem_, home_, window_steps + lag_steps);
    if (undo) {
      judge_.undo(problem_, owners_before_, decision);
    } else {
      constexpr double period = window_steps + lag_steps;
      const BalanceProblem ahead =
          trend_.ahead(problem_, window_steps / 2 + lag_steps + period / 2);
      judge_.judge(ahead, balancer.plan(ahead), decision);
      judge_.prefer_home(ahead, home_, decision);
    }
    judge_.decided(problem_, decision);
    return decision.accepted ? carry_out(decision, owners) : 0;
  }

  double carry_out(const BalanceDecision& decision, const Placement& owners) {
    earlier_ = decision;
    owners_before_ = owners;
    paid_ = 3e-4 + decision.after.moving_seconds;
    for (const BlockMove& move : decision.moves)
      problem_.blocks[std::size_t(move.block)].rank = move.rank;
    return paid_;
  }

  MovingLoad load_;
  int run_steps_ = 0;
  BalanceProblem problem_;
  double rows_ = 1;
  PlanJudge judge_{{}};
  LoadTrend trend_;
  Placement home_, owners_before_;
  std::optional<BalanceDecision> earlier_;
  double paid_ = 0;
};

struct LoadCase {
  const char* name;
  MovingLoad load;
  int steps;
  double greedy[2];  // the most that it takes on 2 and 4 ranks: what there is to gain is gained
};

// The front crosses a row of blocks in two windows, so that all plans come late. What that costs
// before it is known is less than 4 % of one pass, and less than 2 % of a run with four.
const LoadCase load_cases[] = {{"flame", flame, pass_steps, {0.75, 0.75}},
                               {"front", front_that_passes, 4 * pass_steps, {1, 0.95}},
                               {"jumps", spot_that_jumps, pass_steps, {0.8, 0.8}},
                               {"sound", sound, pass_steps, {1, 1}}};

TEST(BalancedRuns, NoBalancerMakesARunSlowerByMoreThanTwoPercent) {
  const ThornLibrary library = [] {
    std::vector<Problem> problems;
    return load_thorns(ThornPath({}, {}), {}, problems);
  }();
  for (const int ranks : {2, 4})
    for (const LoadCase& one : load_cases) {
      const double without = BalancedRun(ranks, one.load).seconds(nullptr, one.steps);
      for (const auto* entry : library.catalogue.of_role(role_name<Balancer>)) {
        const std::string& name = entry->service.name;
        const auto balancer = make_balancer(library.catalogue, name, nullptr, 1);
        const double with = BalancedRun(ranks, one.load).seconds(balancer.get(), one.steps);
        EXPECT_LE(with, 1.02 * without) << name << ", " << one.name << ", " << ranks << " ranks";
        if (name == "greedy") {
          EXPECT_LE(with, one.greedy[ranks / 4] * without) << one.name;
        }
      }
    }
}

}  // namespace
}  // namespace cardon
