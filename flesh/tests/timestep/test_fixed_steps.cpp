// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "timestep/fixed_steps.hpp"

namespace cardon {
namespace {

FixedSteps steps(Real dt, std::optional<Real> stop, std::vector<Real> outputs = {},
                 Real start = 0) {
  FixedSteps steps(start, dt);
  steps.aim_at({stop, std::move(outputs)});
  return steps;
}

std::vector<Real> times(const FixedSteps& steps, long first, long last) {
  std::vector<Real> times;
  for (long n = first; n <= last; ++n) times.push_back(steps.time_at(n));
  return times;
}

TEST(FixedSteps, WithoutGoalsAreMultiples) {
  const FixedSteps plain(0.3, 0.1);
  for (long n = 0; n < 1000; n += 7) EXPECT_EQ(plain.time_at(n), 0.3 + Real(n) * 0.1);
  EXPECT_FALSE(plain.last_iteration());
  EXPECT_FALSE(plain.is_over(1e9));
}

// Runs whose steps fit keep their bits.
TEST(FixedSteps, ThatFitAreMultiples) {
  const FixedSteps exact = steps(1.0 / 30, 1, {0.1, 0.2});
  for (long n = 0; n <= 30; ++n) {
    EXPECT_EQ(exact.time_at(n), Real(n) * (1.0 / 30));
    EXPECT_EQ(exact.dt_of(n), 1.0 / 30);
    EXPECT_EQ(n > 0 && exact.reaches(0.1, n), n > 0 && n % 3 == 0) << n;
  }
  EXPECT_EQ(exact.last_iteration(), 30);
  EXPECT_TRUE(exact.is_over(exact.time_at(30)));
  EXPECT_FALSE(exact.is_over(exact.time_at(29)));
}

TEST(FixedSteps, TheLastTwoLeadToTheStop) {
  const FixedSteps s = steps(0.3, 1);
  EXPECT_EQ(s.last_iteration(), 4);
  EXPECT_EQ(s.time_at(2), 0.6);
  EXPECT_DOUBLE_EQ(s.time_at(3), 0.8);
  EXPECT_EQ(s.time_at(4), 1);
  EXPECT_EQ(s.dt_of(2), 0.3);
  EXPECT_DOUBLE_EQ(s.dt_of(3), 0.2);
  EXPECT_DOUBLE_EQ(s.dt_of(4), 0.2);
}

TEST(FixedSteps, HitOutputsAndContinueFromThere) {
  const FixedSteps s = steps(0.04, 0.25, {0.1});
  const std::vector<Real> wanted{0.04, 0.07, 0.1, 0.14, 0.17, 0.2, 0.225, 0.25};
  const std::vector<Real> found = times(s, 1, 8);
  for (std::size_t n = 0; n < wanted.size(); ++n) EXPECT_DOUBLE_EQ(found[n], wanted[n]) << n;
  EXPECT_EQ(s.last_iteration(), 8);
  for (long n = 1; n <= 8; ++n) EXPECT_EQ(s.reaches(0.1, n), n == 3 || n == 6) << n;
}

TEST(FixedSteps, AreNeverMuchShorterThanHalfNorLonger) {
  for (const Real every : {0.1, 0.25, 0.33, 1.0, 1.7}) {
    const FixedSteps s = steps(0.07, 10, {every}, 3);
    const long last = s.last_iteration().value();
    EXPECT_EQ(s.time_at(last), 10);
    for (long n = 1; n <= last; ++n) {
      EXPECT_NEAR(s.time_at(n) - s.time_at(n - 1), s.dt_of(n), 1e-14);
      EXPECT_LE(s.dt_of(n), 0.07 * (1 + 1e-6));
      if (every > 0.14 && s.time_at(n) < 10) {
        EXPECT_GT(s.dt_of(n), 0.0349);
      }
      if (s.reaches(every, n)) {
        const Real multiple = (s.time_at(n) - 3) / every;
        EXPECT_NEAR(multiple, std::round(multiple), 1e-9);
      }
    }
  }
}

TEST(FixedSteps, RoundingInAParameterFileCostsNoStep) {
  const FixedSteps s = steps(0.333333333, 3, {1});
  EXPECT_EQ(s.last_iteration(), 9);
  EXPECT_EQ(s.time_at(3), 1);
  EXPECT_DOUBLE_EQ(s.time_at(9), 3);
}

TEST(FixedSteps, OutputsMoreFrequentThanStepsAreNoGoals) {
  const FixedSteps s = steps(0.1, 1, {0.03});
  EXPECT_EQ(s.last_iteration(), 10);
}

TEST(FixedSteps, ContinueFromTheirState) {
  for (long at = 0; at <= 8; ++at) {
    FixedSteps s = steps(0.04, 0.25, {0.1});
    for (long n = 1; n <= at; ++n) s.pass(n);
    FixedSteps other = steps(0.04, 0.25, {0.1});
    other.restore({at, s.time_at(at)}, s.anchor());
    EXPECT_EQ(times(s, at, 8), times(other, at, 8)) << at;
    EXPECT_EQ(other.last_iteration(), 8) << at;
    for (long n = at + 1; n <= 8; ++n) {
      EXPECT_EQ(s.dt_of(n), other.dt_of(n));
      EXPECT_EQ(s.reaches(0.1, n), other.reaches(0.1, n)) << at << " " << n;
    }
  }
}

TEST(FixedSteps, ChangedGoalsMoveNoStepThatWasTaken) {
  FixedSteps s = steps(0.3, 1);
  for (long n = 1; n <= 3; ++n) s.pass(n);
  const std::vector<Real> before = times(s, 0, 3);
  s.aim_at({2, {}});
  EXPECT_EQ(times(s, 0, 3), before);
  EXPECT_EQ(s.time_at(s.last_iteration().value()), 2);
  EXPECT_DOUBLE_EQ(s.time_at(4), before[3] + 0.3);
}

TEST(FixedSteps, WhatIsPassedMayBeForgotten) {
  FixedSteps s = steps(0.07, {}, {0.1});
  const FixedSteps all = s;
  for (long n = 1; n <= 1000; ++n) {
    s.pass(n);
    EXPECT_EQ(s.time_at(n), all.time_at(n));
    EXPECT_EQ(s.reaches(0.1, n), all.reaches(0.1, n)) << n;
    EXPECT_EQ(s.dt_of(n), all.dt_of(n));
  }
}

TEST(FixedSteps, AreNotForeseenBeyondAllMeasure) {
  EXPECT_FALSE(steps(1e-3, 1e9, {1.5e-3}).last_iteration());
  EXPECT_EQ(steps(1e-1, 1e9).last_iteration(), 10'000'000'000);
  EXPECT_FALSE(steps(1e-9, 1e9).last_iteration());
}

}  // namespace
}  // namespace cardon
