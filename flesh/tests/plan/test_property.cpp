// SPDX-License-Identifier: Apache-2.0
// The planner's claim, on random schedules, depths, sites, blocks and boundaries: no task ever
// reads a stale value, and no point is computed or sent that is not used later.
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

TEST(PlannerProperty, NothingStaleIsReadAndNothingIsDoneInVain) {
  const std::uint64_t first = setting("CARDON_PLAN_SEED", 1);
  const std::uint64_t schedules = setting("CARDON_PLAN_SCHEDULES", 10000);
  RecordProperty("first_seed", static_cast<int>(first));
  const Rules rules;
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + schedules && failures < 3; ++seed) {
    const RandomCase random_case(seed);
    const std::string trouble = ToyRun(random_case, rules).run();
    if (trouble.empty()) continue;
    ++failures;
    ADD_FAILURE() << trouble << "\n" << random_case.describe();
  }
  std::printf("%llu random schedules from seed %llu\n", static_cast<unsigned long long>(schedules),
              static_cast<unsigned long long>(first));
}

}  // namespace
}  // namespace cardon::plan
