// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/queue_simulator.hpp>
#include <cmath>
#include <optional>

#include "sbn_balancer.hpp"
#include "support/job_loads.hpp"

namespace cardon {
namespace {

using Variant = SbnBalancer::Variant;

// One rank without jobs, seven on each of the others; the mean is unknown.
BalanceProblem one_idle_rank(int ranks, int idle) {
  BalanceProblem problem;
  problem.ranks.resize(std::size_t(ranks));
  for (int r = 0; r < ranks; ++r)
    for (int j = 0; j < (r == idle ? 0 : 7); ++j) problem.blocks.push_back({.rank = r, .work = 1});
  return problem;
}

// Agents that are asked in rounds; idle ones do not ask again, so one operation runs.
class Once : public BalanceAgent {
 public:
  explicit Once(std::unique_ptr<BalanceAgent> agent) : agent_(std::move(agent)) {}
  bool round(const RankView& own, std::span<const BalanceMessage> inbox,
             BalanceChannel& channel) override {
    if (asked_ && inbox.empty()) return false;
    asked_ = true;
    agent_->round(own, inbox, channel);
    return false;
  }

 private:
  std::unique_ptr<BalanceAgent> agent_;
  bool asked_ = false;
};

double messages_of_an_operation(Variant variant, int ranks) {
  const BalanceProblem problem = one_idle_rank(ranks, ranks / 2);
  BalanceRounds rounds(problem, [&](int rank) {
    return std::make_unique<Once>(SbnBalancer::make_agent(variant, {.unit = 1}, rank, ranks));
  });
  rounds.run();
  return rounds.traffic().messages;
}

// Without jobs that are handed over directly, which are no messages here: 3 P - 3 and 3 P - 4.
TEST(SbnAgents, SendTheMessagesOfTheDissertation) {
  for (int ranks = 2; ranks <= 1024; ranks *= 2) {
    EXPECT_EQ(messages_of_an_operation(Variant::basic, ranks), 3 * (ranks - 1)) << ranks;
    EXPECT_EQ(messages_of_an_operation(Variant::cube, ranks), 3 * ranks - 4) << ranks;
    EXPECT_LE(messages_of_an_operation(Variant::heuristic, ranks), 3 * (ranks - 1)) << ranks;
  }
}

TEST(SbnAgents, AskedRanksOfAnyNumberAnswer) {
  for (const int ranks : {3, 5, 6, 7, 13})
    EXPECT_EQ(messages_of_an_operation(Variant::basic, ranks), 3 * (ranks - 1)) << ranks;
}

using Result = QueueSimulator::Result;

// `silent`: a rank that does its jobs but answers nobody; below 0: none.
Result result(std::optional<Variant> variant, const JobLoad& load, int ranks, unsigned seed,
              int silent = -1) {
  QueueSimulator simulator(
      {.ranks = ranks, .latency = 1e-3}, [&](int rank) -> std::unique_ptr<BalanceAgent> {
        if (!variant || rank == silent) return std::make_unique<QuietAgent>();
        return SbnBalancer::make_agent(*variant, {.unit = 1, .seed = seed}, rank, ranks);
      });
  add_jobs(load, ranks, seed, simulator);
  return simulator.run();
}

double completion(std::optional<Variant> variant, int ranks, unsigned seed) {
  return result(variant, heavy_load, ranks, seed).completion;
}

// Figures 11: 18.3 to 20 s with SBN on 32 ranks, 34.4 s without balancing; 18.469 s would be ideal.
TEST(SbnAgents, KeepRanksBusyUnderTheHeavyLoad) {
  for (const int ranks : {8, 32}) {
    double none = 0, with[3] = {0, 0, 0};
    for (unsigned seed = 1; seed <= 3; ++seed) {
      none += completion({}, ranks, seed) / 3;
      for (const int v : {0, 1, 2}) with[v] += completion(Variant(v), ranks, seed) / 3;
    }
    for (const int v : {0, 1, 2}) {
      EXPECT_GE(none, 1.2 * with[v]) << v << " on " << ranks;
      EXPECT_LE(with[v], 1.3 * 18.469) << v << " on " << ranks;
    }
  }
}

// Figures 12 and 13: 40 s with all variants on 8 ranks or more, which is the end of the last cycle;
// the heuristic variant needs fewer messages than the basic one.
TEST(SbnAgents, EndWithTheLastCycleUnderLighterLoads) {
  for (const JobLoad& load : {heavy_to_light_load, light_load}) {
    Result with[3];
    for (const int v : {0, 1, 2}) {
      with[v] = result(Variant(v), load, 32, 1);
      EXPECT_NEAR(with[v].completion, 40, 0.05 * 40) << v;
      EXPECT_GE(result({}, load, 32, 1).completion, 1.2 * with[v].completion) << v;
    }
    EXPECT_LE(with[2].messages, 0.75 * with[0].messages);
  }
}

// A search goes its own way, while sums wait for all: with a rank that never answers, the basic
// variant soon balances no more.
TEST(SbnAgents, SearchesOutliveARankThatIsSilent) {
  constexpr int runs = 100;
  double none = 0, basic = 0, heuristic = 0;
  for (unsigned seed = 1; seed <= runs; ++seed) {
    const int silent = int(seed % 8);
    none += result({}, heavy_load, 8, seed).completion / runs;
    basic += result(Variant::basic, heavy_load, 8, seed, silent).completion / runs;
    heuristic += result(Variant::heuristic, heavy_load, 8, seed, silent).completion / runs;
  }
  EXPECT_NEAR(basic, none, 0.06 * none);
  EXPECT_LE(heuristic, 0.97 * none);
}

TEST(SbnAgents, AreQuietWhereThereIsNothingToBalance) {
  for (const int v : {0, 1, 2}) {
    QueueSimulator simulator({.ranks = 8, .latency = 1e-3}, [&](int rank) {
      return SbnBalancer::make_agent(Variant(v), {.unit = 1}, rank, 8);
    });
    simulator.add_job(0, 0, 1, 10);
    EXPECT_LE(simulator.run().messages, 3 * 7) << v;  // one operation in flight
  }
}

TEST(SbnBalancer, PlansOneStep) {
  for (const Variant variant : {Variant::basic, Variant::cube, Variant::heuristic}) {
    BalanceProblem problem = two_heavy_ranks();
    SbnBalancer balancer(variant);
    balancer.open({.seed = 2});
    const std::vector<BlockMove> moves = balancer.plan(problem);
    const double before = imbalance(problem, placement_of(problem));
    EXPECT_LT(imbalance(problem, placement_after(problem, moves)), 0.4 * before);
    EXPECT_EQ(balancer.plan(problem), moves);
    problem.ranks[2].available = false;
    const Placement placement = placement_after(problem, balancer.plan(problem));
    EXPECT_EQ(std::count(placement.begin(), placement.end(), 2), 0);
  }
}

}  // namespace
}  // namespace cardon
