// SPDX-License-Identifier: Apache-2.0
// The planner's claim, on random schedules, depths, sites, blocks and boundaries: no task ever
// reads a stale value, no point is computed or sent that is not used later, and no slot is sent to
// where it is right already.
// CARDON_PLAN_SCHEDULES and CARDON_PLAN_SEED choose another number of schedules and another first
// seed.
#include <gtest/gtest.h>

#include <cstdlib>

#include "toy_run.hpp"

namespace cardon::plan {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

// Runs them all, with a restart at any step but the first, or without.
void run_schedules(std::uint64_t first, std::uint64_t schedules, bool restart) {
  const Rules rules;
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + schedules && failures < 3; ++seed) {
    const RandomCase random_case(seed);
    const int steps = static_cast<int>(random_case.steps.size());
    const int step = restart ? 1 + static_cast<int>(seed % (steps - 1)) : ToyRun::never;
    const std::string trouble = ToyRun(random_case, rules, step).run();
    if (trouble.empty()) continue;
    ++failures;
    ADD_FAILURE() << trouble << "\n" << random_case.describe();
  }
}

TEST(PlannerProperty, NothingStaleIsReadAndNothingIsDoneInVain) {
  const std::uint64_t first = setting("CARDON_PLAN_SEED", 1);
  const std::uint64_t schedules = setting("CARDON_PLAN_SCHEDULES", 10000);
  RecordProperty("first_seed", static_cast<int>(first));
  run_schedules(first, schedules, false);
  std::printf("%llu random schedules from seed %llu\n", static_cast<unsigned long long>(schedules),
              static_cast<unsigned long long>(first));
}

TEST(PlannerProperty, ARestartCountsOnOwnPointsOnly) {
  run_schedules(setting("CARDON_PLAN_SEED", 1), setting("CARDON_PLAN_SCHEDULES", 10000), true);
}

}  // namespace
}  // namespace cardon::plan
