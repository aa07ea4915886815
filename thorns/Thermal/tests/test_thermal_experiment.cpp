// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "simulated_chips.hpp"

namespace cardon::thermal_experiment {
namespace {

constexpr Policy none, naive{.period = 5}, periodic_5{.period = 5, .balancing = Balancing::always},
    periodic_20{.period = 20, .balancing = Balancing::always},
    controlled{.period = 5, .balancing = Balancing::when_it_pays};
constexpr Application computing, communicating{.compute = 0.45};

Outcome shown(const std::string& name, const Policy& policy, const Application& application) {
  const Outcome it = run(policy, application, 1);
  std::cout << fmt::format("{:38} {:5.0f} s {:5.1f} degC {:4} times {:5.0f} kJ {:4.0f} %\n", name,
                           it.seconds, it.hottest, it.balanced, it.kilojoules,
                           100 * it.utilisation);
  return it;
}

// Published: +40 % (wave2D) and +35 % (leanMD) without balancing; 82 and 73 degrees without limits.
TEST(Thermal, ALimitAloneCostsMoreThanAThird) {
  const Outcome free = shown("no limit", none, computing),
                limited = shown("limit, every 5 s", naive, computing);
  EXPECT_NEAR(free.seconds, 1000, 1);
  EXPECT_GT(free.hottest, 75);
  EXPECT_LT(limited.hottest, 51);
  EXPECT_GT(limited.seconds, 1.3 * free.seconds);
  EXPECT_LT(limited.seconds, 1.4 * free.seconds);
}

// Published: periods of 20 and 60 s are too long for wave2D, which reaches 57 and 62 degrees.
TEST(Thermal, LongPeriodsDoNotHoldTheLimit) {
  EXPECT_GT(shown("limit, every 20 s", {.period = 20}, computing).hottest, 51);
  EXPECT_GT(shown("limit, every 60 s", {.period = 60}, computing).hottest, 55);
}

// Published: MetaTempController reduces the penalty by 10 % of the time and uses 12 % less energy
// than the limit alone (wave2D); utilisation falls to 60 % without balancing, to 73 % with it.
TEST(Thermal, BalancingWhenItPaysIsFastestBelowTheLimit) {
  const Outcome limited = shown("limit, every 5 s", naive, computing),
                often = shown("and balanced each time", periodic_5, computing),
                seldom = shown("limit, every 20 s, balanced each time", periodic_20, computing),
                best = shown("limit, every 5 s, balanced when it pays", controlled, computing);
  EXPECT_LT(best.hottest, 51);
  EXPECT_LT(best.seconds, 0.92 * limited.seconds);
  EXPECT_LT(best.seconds, often.seconds);
  EXPECT_LT(best.seconds, seldom.seconds);
  EXPECT_LE(best.balanced, 10);
  EXPECT_LT(best.kilojoules, 0.92 * limited.kilojoules);
  EXPECT_GT(best.utilisation, limited.utilisation + 0.05);
}

// Published (kNeighbor): +4 % with the limit, +13 % balanced each time, +4 % balanced once.
TEST(Thermal, AnApplicationThatWaitsIsBalancedOnce) {
  const Outcome limited = shown("waiting: limit, every 5 s", naive, communicating),
                often = shown("waiting: and balanced each time", periodic_5, communicating),
                best = shown("waiting: balanced when it pays", controlled, communicating);
  EXPECT_LT(limited.seconds, 1050);
  EXPECT_GT(often.seconds, 1100);
  EXPECT_LT(best.seconds, 1.01 * limited.seconds);
  EXPECT_LE(best.balanced, 2);
}

// Frequencies change by one step at many looks, and a balancer must not follow each of them.
TEST(Thermal, FrequenciesAreAveragedForBalancing) {
  Policy hasty = controlled;
  hasty.average = 0;
  const Outcome best = run(controlled, computing, 1),
                worse = shown("by the frequencies of the moment", hasty, computing);
  EXPECT_GT(worse.balanced, 3 * best.balanced);
  EXPECT_GT(worse.seconds, best.seconds);
}

}  // namespace
}  // namespace cardon::thermal_experiment
