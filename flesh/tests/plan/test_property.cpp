// SPDX-License-Identifier: Apache-2.0
// The planner's claim, on random schedules, depths, sites, blocks and boundaries: no task ever
// reads a stale value, no point is computed or sent that is not used later, and no slot is sent to
// where it is right already.
// A part of the schedules is the same in every run of the test, the rest is new each time: 2500 in
// all, which are 30 times as many as it takes to notice each broken rule (test_mutations.cpp), or
// 11000 in the long version. CARDON_PLAN_SEED repeats schedules from that seed on,
// CARDON_PLAN_SCHEDULES says how many.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../support/long_version.hpp"
#include "toy_run.hpp"

namespace cardon::plan {
namespace {

struct Seeds {
  std::uint64_t first, count;
};

std::vector<Seeds> seeds() {
  std::uint64_t count = long_version() ? 10000 : 2000;
  if (const char* value = std::getenv("CARDON_PLAN_SCHEDULES"))
    count = std::strtoull(value, nullptr, 10);
  if (const char* value = std::getenv("CARDON_PLAN_SEED"))
    return {{std::strtoull(value, nullptr, 10), count}};
  return {{1, count},
          {1000000 + std::random_device{}() % 1000000000, long_version() ? count / 10 : count / 4}};
}

// Runs them all, with a restart at any step but the first, or without.
void run_schedules(bool restart) {
  const Rules rules;
  for (const auto [first, count] : seeds()) {
    std::printf("%llu random schedules from seed %llu\n", static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(first));
    for (std::uint64_t seed = first, failures = 0; seed < first + count && failures < 3; ++seed) {
      const RandomCase random_case(seed);
      const int steps = int(random_case.steps.size());
      const int step = restart ? 1 + int(seed % (steps - 1)) : ToyRun::never;
      const std::string trouble = ToyRun(random_case, rules, step).run();
      if (trouble.empty()) continue;
      ++failures;
      ADD_FAILURE() << trouble << "\nseed " << seed << "\n" << random_case.describe();
    }
  }
}

TEST(PlannerProperty, NothingStaleIsReadAndNothingIsDoneInVain) { run_schedules(false); }

TEST(PlannerProperty, ARestartCountsOnOwnPointsOnly) { run_schedules(true); }

}  // namespace
}  // namespace cardon::plan
