// SPDX-License-Identifier: Apache-2.0
// The balancers of the installed thorns on the problems of G. A. Koenig's dissertation (University
// of Illinois, 2007).
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "balancing/balance_trial.hpp"
#include "balancing/balancer_factory.hpp"
#include "balancing/block_scene.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {
namespace {

const ThornLibrary& library() {
  static const ThornLibrary loaded = [] {
    std::vector<Problem> problems;
    return load_thorns(ThornPath({}, {}), {}, problems);
  }();
  return loaded;
}

bool has(const char* name) {
  return library().catalogue.find(role_name<Balancer>, name) != nullptr;
}

BalanceTrial trial(const char* name, const BalanceProblem& problem, long steps = 0) {
  const auto balancer = make_balancer(library().catalogue, name, nullptr, 1);
  Placement placement;
  return try_balancer(name, *balancer, problem, {.steps = steps}, placement);
}

BlockScene jacobi(int n, int ranks, double latency) {
  return {.blocks = {n, n}, .ranks = ranks, .latency = latency, .message_seconds = 20e-6};
}

TEST(BalanceTables, EveryBalancerKeepsItsPromises) {
  BlockScene scene = jacobi(16, 8, 0.01);
  scene.load = "hot-spot";
  const BalanceProblem problem = make_problem(scene);
  const double before = imbalance(problem, placement_of(problem));
  for (const auto* entry : library().catalogue.of_role(role_name<Balancer>)) {
    const std::string& name = entry->service.name;
    const auto balancer = make_balancer(library().catalogue, name, nullptr, 7);
    const auto again = make_balancer(library().catalogue, name, nullptr, 7);
    const std::vector<BlockMove> moves = balancer->plan(problem);
    EXPECT_EQ(moves, again->plan(problem)) << name << " is not deterministic";
    const Placement placement = placement_after(problem, moves);  // throws for what is wrong
    // grid_comm takes loads that differ by less than a tenth as equal.
    if (name != "random" && name != "grid_comm_refine") {
      EXPECT_LE(imbalance(problem, placement), before + 0.05) << name;
    }
    BalanceProblem fewer = problem;
    fewer.ranks[5].available = false;
    const Placement left = placement_after(fewer, balancer->plan(fewer));
    if (name != "none" && name != "grid_comm_refine") {
      EXPECT_EQ(std::count(left.begin(), left.end(), 5), 0) << name;
    }
  }
}

// Greedy: best load, more messages between sites. The balancers for several sites: fewer of these.
TEST(BalanceTables, MessagesBetweenSites) {
  const BalanceProblem uniform = make_problem(jacobi(16, 8, 0.01));
  EXPECT_EQ(trial("grid_comm", uniform).figures.wide_messages / 2, 48);
  EXPECT_EQ(trial("grid_comm", uniform).max_border, 12);
  if (!has("metis")) GTEST_SKIP() << "METIS is not installed";
  for (const auto& [n, ranks, wide] : {std::tuple(8, 16, 8), {16, 8, 16}, {32, 8, 32}}) {
    const BalanceProblem problem = make_problem(jacobi(n, ranks, 0.01));
    for (const char* name : {"grid_partition", "grid_hybrid"})
      EXPECT_LE(trial(name, problem).figures.wide_messages / 2, 1.25 * wide) << name << n;
  }
}

// With a step of 22 ms and a latency of 16 ms.
TEST(BalanceTables, StepsWithAHotSpot) {
  if (!has("metis")) GTEST_SKIP() << "METIS is not installed";
  BlockScene scene = jacobi(16, 8, 0.016);
  scene.load = "hot-spot";
  const BalanceProblem problem = make_problem(scene);
  const double none = trial("none", problem, 40).simulated;
  for (const char* name : {"greedy", "grid_hybrid", "minex", "hierarchical"})
    EXPECT_LT(trial(name, problem, 40).simulated, none) << name;
  EXPECT_LE(trial("grid_hybrid", problem, 0).figures.imbalance, 0.10);
  EXPECT_LE(trial("minex", problem, 0).figures.seconds,
            1.02 * trial("grid_hybrid", problem, 0).figures.seconds);
}

}  // namespace
}  // namespace cardon
