// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>

#include "timestep/step_clock.hpp"

namespace cardon {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

StepRule rule(long every = 4, long lead = 4) {
  StepRule rule;
  rule.by = StepRule::By::limits;
  rule.every = every;
  rule.lead = lead;
  rule.courant = 0.5;
  rule.safety = 0.8;
  rule.growth = 1.25;
  rule.first = 1;
  return rule;
}

StepClock clock(const StepRule& rule, std::optional<Real> stop = {},
                std::vector<Real> outputs = {}) {
  return {rule, 0, 0.1, stop, std::move(outputs)};
}

void take(StepClock& clock, int steps = 1) {
  for (int n = 0; n < steps; ++n) {
    clock.choose();
    clock.advance();
  }
}

TEST(StepClock, FixedStepsDoNotAddUpRounding) {
  StepClock clock(0.3, 0.1);
  for (int n = 0; n < 1000; ++n) clock.advance();
  EXPECT_EQ(clock.iteration(), 1000);
  EXPECT_EQ(clock.time(), 0.3 + 1000 * 0.1);
  EXPECT_EQ(clock.dt(), 0.1);
  EXPECT_FALSE(clock.adaptive());
}

TEST(StepClock, AimsAtTheShareOfTheLimit) {
  StepClock c = clock(rule());
  c.begin(2);
  take(c);
  EXPECT_DOUBLE_EQ(c.dt(), 0.8 * 0.5 * 2);
  EXPECT_EQ(c.time(), c.dt());
}

TEST(StepClock, GrowsFromItsFirstStep) {
  StepRule r = rule();
  r.first = 0.5;
  StepClock c = clock(r);
  c.begin(2);
  std::vector<Real> steps;
  for (int n = 0; n < 6; ++n) {
    take(c);
    steps.push_back(c.dt());
  }
  EXPECT_DOUBLE_EQ(steps[0], 0.4);
  for (int n = 1; n < 4; ++n) EXPECT_DOUBLE_EQ(steps[n], 1.25 * steps[n - 1]);
  EXPECT_DOUBLE_EQ(steps[5], 0.8);
}

TEST(StepClock, ChangesTimesToHitAndTheLongestStepBetweenSteps) {
  StepClock c = clock(rule(), 10.0);
  c.begin(2);
  c.evaluate();
  EXPECT_TRUE(c.confirm(1.8));
  take(c);
  const Real before = c.time();
  c.change(clock(rule(), 5.0, {0.5}));
  c.choose();
  EXPECT_DOUBLE_EQ(before + c.dt(), 1.0) << "an output";
  c.advance();
  StepRule shorter = rule();
  shorter.max_step = 0.1;
  c.change(clock(shorter, 1.15));
  take(c);
  EXPECT_DOUBLE_EQ(c.dt(), 0.075) << "two equal steps to the end";
  c.govern();
  take(c);
  EXPECT_EQ(c.time(), 1.15);
  EXPECT_TRUE(c.at_stop());
}

TEST(StepClock, AnEvaluationCountsWhenItGoverns) {
  StepClock c = clock(rule());
  c.begin(2);
  c.evaluate();
  EXPECT_TRUE(c.confirm(1.8));
  take(c, 4);
  EXPECT_DOUBLE_EQ(c.dt(), 0.8);
  c.govern();
  take(c);
  EXPECT_DOUBLE_EQ(c.dt(), 0.8 * 0.5 * 1.8);
  EXPECT_FALSE(c.pending());
}

TEST(StepClock, RejectsStepsThatWereTooLong) {
  StepClock c = clock(rule());
  c.begin(2);
  take(c, 4);
  c.evaluate();
  const ClockState before = c.state();
  take(c, 3);
  EXPECT_FALSE(c.confirm(1.5));  // 0.8 s are taken, 0.75 s would be allowed
  c.reject(before);
  EXPECT_EQ(c.iteration(), 4);
  EXPECT_EQ(c.time(), before.time);
  EXPECT_EQ(c.state().rejected, 3);
  EXPECT_EQ(c.state().rejections, 1);
  take(c);
  EXPECT_DOUBLE_EQ(c.dt(), 0.8 * 0.5 * 1.5);
}

TEST(StepClock, KeepsNoLimitsOfFieldsInMind) {
  StepClock c = clock(rule());
  c.begin(2);
  for (const Real limit : {1.6, 4.0}) {
    c.evaluate();
    EXPECT_TRUE(c.confirm(limit));
    take(c, 4);
    c.govern();
    EXPECT_DOUBLE_EQ(c.state().target, 0.8 * 0.5 * limit);
  }
}

// Whoever looks at fields may ask for the result earlier; what follows must be the same.
TEST(StepClock, TheVerdictDoesNotDependOnWhenItIsRead) {
  for (const Real limit : {1.5, 1.61, 3.0}) {
    std::vector<Real> times;
    for (int read_after : {0, 1, 4}) {
      StepRule r = rule();
      r.first = 0.9;
      StepClock c = clock(r);
      c.begin(2);
      c.evaluate();
      const ClockState before = c.state();
      take(c, read_after);
      if (c.confirm(limit)) {
        take(c, 4 - read_after);
        c.govern();
        take(c, 8);
      } else {
        c.reject(before);
        take(c, 12);
      }
      times.push_back(c.time());
    }
    EXPECT_EQ(times[0], times[1]) << limit;
    EXPECT_EQ(times[0], times[2]) << limit;
  }
}

TEST(StepClock, StepsThatAreStillToComeCountForTheVerdict) {
  StepRule r = rule();
  r.first = 0.5;
  StepClock c = clock(r);
  c.begin(2);
  c.evaluate();  // 0.4, 0.5, 0.625, 0.78125
  EXPECT_FALSE(c.confirm(1.56));
  c.evaluate();
  EXPECT_TRUE(c.confirm(1.57));
}

TEST(StepClock, HitsTheStopExactly) {
  for (const Real stop : {0.2, 1.0, 3.0, 7.123456789}) {
    StepClock c = clock(rule(), stop);
    c.begin(0.37);
    int steps = 0;
    for (; !c.at_stop() && steps < 1000; ++steps) {
      take(c);
      EXPECT_LE(c.dt(), 0.8 * 0.5 * 0.37 * (1 + 1e-12));
      EXPECT_GT(c.dt(), 0.8 * 0.5 * 0.37 * 0.49);
    }
    EXPECT_EQ(c.time(), stop);
    EXPECT_EQ(c.time_left(), 0);
  }
}

TEST(StepClock, HitsTimesOfOutputsExactly) {
  StepClock c = clock(rule(), 1, {0.1, 0.25});
  c.begin(0.37);
  std::vector<Real> tenths, quarters;
  while (!c.at_stop()) {
    c.choose();
    const long n = c.iteration() + 1;
    const bool tenth = c.due(0.1, n), quarter = c.due(0.25, n);
    EXPECT_FALSE(c.due(0.1, n + 1));
    c.advance();
    if (tenth) tenths.push_back(c.time());
    if (quarter) quarters.push_back(c.time());
  }
  ASSERT_EQ(tenths.size(), 10u);
  for (int n = 0; n < 10; ++n) EXPECT_NEAR(tenths[n], 0.1 * (n + 1), 1e-15);
  EXPECT_EQ(quarters, (std::vector<Real>{0.25, 0.5, 0.75, 1}));
}

TEST(StepClock, ShorteningForATimeDoesNotSlowLaterSteps) {
  StepClock c = clock(rule(), {}, {0.17});
  c.begin(1);
  take(c, 2);
  EXPECT_EQ(c.time(), 0.34);
  EXPECT_DOUBLE_EQ(c.state().next, 0.4);
}

TEST(StepClock, ContinuesFromItsState) {
  StepClock c = clock(rule(), 5, {0.3});
  c.begin(0.7);
  take(c, 5);
  c.evaluate();
  EXPECT_TRUE(c.confirm(0.9));
  take(c, 2);
  StepClock other = clock(rule(), 5, {0.3});
  other.restore(c.state());
  for (StepClock* one : {&c, &other}) {
    take(*one, 2);
    one->govern();
    take(*one, 3);
  }
  EXPECT_EQ(c.state(), other.state());
}

TEST(StepClock, NeedsSomeLimit) {
  StepClock c = clock(rule());
  EXPECT_THROW(c.begin(infinity), Error);
  StepRule r = rule();
  r.max_step = 0.3;
  StepClock limited = clock(r);
  limited.begin(infinity);
  take(limited);
  EXPECT_DOUBLE_EQ(limited.dt(), 0.8 * 0.3);
}

TEST(StepClock, TheFirstStepRespectsTheShortestOne) {
  StepRule r = rule();
  r.first = 0.1;
  r.min_step = 0.3;
  StepClock c = clock(r);
  c.begin(1);
  take(c);
  EXPECT_DOUBLE_EQ(c.dt(), 0.3);
  EXPECT_DOUBLE_EQ(c.state().next, 0.3 * 1.25);
}

TEST(StepClock, EndsWhereStepsGetTooShort) {
  StepRule r = rule();
  r.min_step = 0.01;
  StepClock c = clock(r, {}, {0.1});
  c.begin(0.02);
  EXPECT_THROW(c.choose(), Error);
  StepClock still = clock(rule());
  still.begin(2);
  take(still, 1);
  still.evaluate();
  const ClockState before = still.state();
  EXPECT_FALSE(still.confirm(1e-30));
  still.reject(before);
  EXPECT_THROW(still.choose(), Error);
}

}  // namespace
}  // namespace cardon
