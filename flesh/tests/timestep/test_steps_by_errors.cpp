// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/fields_not_finite.hpp>
#include <cmath>
#include <limits>

#include "timestep/step_clock.hpp"

namespace cardon {
namespace {

constexpr Real no_limit = std::numeric_limits<Real>::infinity();

StepRule rule_by_errors() {
  StepRule rule;
  rule.by = StepRule::By::errors;
  rule.every = rule.lead = 4;
  rule.courant = 0.5;
  rule.safety = 0.8;
  rule.growth = 1.25;
  rule.first = 1;
  return rule;
}

StepClock clock_by(const StepRule& rule) { return {rule, 0, 0.1, {}, {}}; }

void advance(StepClock& clock, int steps = 1) {
  for (int n = 0; n < steps; ++n) {
    clock.choose();
    clock.advance();
  }
}

// An error that allows steps of half this limit, as a limit of thorns does.
StepClock::ByError error_of(Real limit, bool lasts = true) { return {0.5 * limit, lasts}; }

TEST(StepsByErrors, KeepsTheLastErrorsInMindAndForgetsThem) {
  StepClock c = clock_by(rule_by_errors());
  c.begin(2);
  const auto evaluated = [&c](Real limit, bool lasts) {
    c.evaluate();
    EXPECT_TRUE(c.confirm(no_limit, error_of(limit, lasts)));
    advance(c, 4);
    c.govern();
    return c.state().target / (0.8 * 0.5);
  };
  EXPECT_DOUBLE_EQ(evaluated(1.6, true), 1.6);
  EXPECT_DOUBLE_EQ(evaluated(4, true), 1.6 * 1.03);
  EXPECT_DOUBLE_EQ(evaluated(4, true), 1.6 * 1.03 * 1.03);
  EXPECT_DOUBLE_EQ(evaluated(4, true), 1.6 * 1.03 * 1.03 * 1.03);
  EXPECT_DOUBLE_EQ(evaluated(4, true), 4) << "four evaluations are kept";
  EXPECT_DOUBLE_EQ(evaluated(3.5, false), 3.5);
  EXPECT_DOUBLE_EQ(evaluated(9, false), 4 * 1.03 * 1.03) << "3.5 did not last";
  EXPECT_DOUBLE_EQ(evaluated(3.9, true), 3.9);
  for (int n = 1; n < 4; ++n) EXPECT_DOUBLE_EQ(evaluated(9, false), 3.9 * std::pow(1.03, n));
  EXPECT_DOUBLE_EQ(evaluated(9, false), 9) << "what is too small to last ages the others";
}

// NaN stays NaN however short the step, and asks for another advice than errors that are large.
TEST(StepsByErrors, ThatAreNotFiniteEndAsSuch) {
  for (const bool finite : {true, false}) {
    StepRule rule = rule_by_errors();
    rule.min_step = 0.1;
    StepClock c = clock_by(rule);
    c.begin(2);
    c.evaluate();
    const ClockState before = c.state();
    advance(c);
    EXPECT_FALSE(c.confirm(no_limit, StepClock::ByError{0.01, true, finite}));
    c.reject(before);
    try {
      c.choose();
      ADD_FAILURE() << "a step that is too short";
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().slug, "time/step-too-short");
      EXPECT_EQ(dynamic_cast<const FieldsNotFinite*>(&error) == nullptr, finite);
    }
  }
}

// The first three steps were too long for a limit of 1.5.
void reject_three(StepClock& c) {
  c.begin(2);
  c.evaluate();
  const ClockState before = c.state();
  advance(c, 3);
  EXPECT_FALSE(c.rule().by_errors() ? c.confirm(no_limit, error_of(1.5)) : c.confirm(1.5));
  c.reject(before);
}

TEST(StepsByErrors, KeepsTheErrorOfStepsThatAreRejected) {
  StepClock c = clock_by(rule_by_errors());
  reject_three(c);
  c.evaluate();
  EXPECT_TRUE(c.confirm(no_limit, error_of(4)));
  advance(c, 4);
  c.govern();
  EXPECT_DOUBLE_EQ(c.state().target, 0.8 * (0.8 * 1.0075) * 0.5 * 1.5 * 1.03);
}

// A rejection says that errors are hard to foresee here.
TEST(StepsByErrors, StepsByErrorsAreShorterForAWhileAfterARejection) {
  StepClock c = clock_by(rule_by_errors());
  reject_three(c);
  EXPECT_DOUBLE_EQ(c.state().caution, 0.8);
  int evaluations = 0;
  for (; c.state().caution < 1 && evaluations < 100; ++evaluations) {
    c.evaluate();
    EXPECT_TRUE(c.confirm(no_limit, error_of(4)));
    advance(c, 4);
    c.govern();
  }
  EXPECT_EQ(evaluations, 30);
  EXPECT_DOUBLE_EQ(c.state().target, 0.8 * 0.5 * 4);
}

// Evaluations that allow steps of `error` of the running length, and the verdict on them.
bool accepts(StepClock& c, Real error) {
  c.evaluate();
  const ClockState before = c.state();
  advance(c, 4);
  const bool accepted = c.confirm(no_limit, StepClock::ByError{before.pending->longest / error});
  if (accepted)
    c.govern();
  else
    c.reject(before);
  return accepted;
}

StepClock clock_after_small_errors(const StepRule& rule) {
  StepClock c = clock_by(rule);
  c.begin(2);
  for (int n = 0; n < 10; ++n) EXPECT_TRUE(accepts(c, 0.5));
  return c;
}

TEST(StepsByErrors, AnErrorMayExceedTheToleranceIfTheMeanOfTheLastOnesDoesNot) {
  StepClock c = clock_after_small_errors(rule_by_errors());
  EXPECT_TRUE(accepts(c, 3.9));
  EXPECT_FALSE(accepts(c, 1.2)) << "3.9, 1.2 and 6 times 0.5 are more than 8";
  EXPECT_TRUE(accepts(c, 1.05));
  EXPECT_FALSE(accepts(c, 1.05));
  for (int n = 0; n < 10; ++n) EXPECT_TRUE(accepts(c, 0.1));
  EXPECT_FALSE(accepts(c, 4.1)) << "whatever the mean";
  StepClock first = clock_by(rule_by_errors());
  first.begin(2);
  EXPECT_FALSE(accepts(first, 1.05)) << "nothing was saved";
}

TEST(StepsByErrors, ErrorsFallWithAPowerOfTheStep) {
  StepRule r = rule_by_errors();
  r.estimate_order = 2;
  StepClock c = clock_after_small_errors(r);
  EXPECT_TRUE(accepts(c, std::cbrt(3.9)));
  EXPECT_FALSE(accepts(c, std::cbrt(4.1)));
}

TEST(StepsByErrors, WhereEachStepIsWaitedForNoErrorMayExceedTheTolerance) {
  StepRule r = rule_by_errors();
  r.every = r.lead = 1;
  StepClock c = clock_by(r);
  c.begin(2);
  for (const Real error : {0.5, 0.5, 0.5, 1.01}) {
    c.evaluate();
    const ClockState before = c.state();
    advance(c);
    EXPECT_EQ(c.confirm(no_limit, StepClock::ByError{before.pending->longest / error}), error < 1);
    if (error < 1)
      c.govern();
    else
      c.reject(before);
  }
  EXPECT_EQ(c.state().caution, 1);
}

// Steps beyond a limit of thorns are unstable, whatever the errors were.
TEST(StepsByErrors, NoErrorExcusesStepsBeyondALimit) {
  StepClock c = clock_after_small_errors(rule_by_errors());
  c.evaluate();
  const Real longest = c.state().pending->longest;
  EXPECT_FALSE(c.confirm(1.99 * longest, StepClock::ByError{longest / 1.05}));
  EXPECT_FALSE(c.confirm(1.99 * longest, StepClock::ByError{2 * longest}));
  EXPECT_TRUE(c.confirm(2.01 * longest, StepClock::ByError{longest / 1.05}));
}

TEST(StepsByErrors, ARestartKeepsStepsThatWereAccepted) {
  StepClock c = clock_after_small_errors(rule_by_errors());
  c.evaluate();
  EXPECT_TRUE(c.confirm(no_limit, StepClock::ByError{c.state().pending->longest / 2}));
  advance(c, 2);
  StepClock other = clock_by(rule_by_errors());
  other.restore(c.state());
  EXPECT_EQ(other.state(), c.state());
}

// Repeated steps are judged by the error that rejected them: aiming at the longest step allowed,
// they would fail as often as not.
TEST(StepsByErrors, RepeatsStepsByErrorsWithAMarginWhateverTheSafety) {
  for (const bool by_errors : {false, true}) {
    StepRule r = rule_by_errors();
    if (!by_errors) r.by = StepRule::By::limits;
    r.safety = 1;
    r.lead = 1;
    StepClock c = clock_by(r);
    reject_three(c);
    for (int n = 0; n < 4; ++n) {
      advance(c);
      EXPECT_DOUBLE_EQ(c.dt(), (by_errors ? 0.85 : 1) * 0.5 * 1.5);
    }
    if (!by_errors) continue;
    c.evaluate();
    EXPECT_TRUE(c.confirm(no_limit, error_of(1.48))) << "growth may not use the margin up";
    advance(c);
    c.govern();
    EXPECT_DOUBLE_EQ(c.state().target, 0.5 * 1.48) << "later steps aim as the user asks";
  }
}

// Where the error does not fall with the step as it should, following it would take many
// rejections.
TEST(StepsByErrors, StepsByErrorsThatAreRejectedAgainAreCutShort) {
  StepRule r = rule_by_errors();
  StepClock c = clock_by(r);
  c.begin(2);
  const auto rejected = [&c](Real longest = 0.99) {
    const Real last = c.state().next;
    c.evaluate();
    const ClockState before = c.state();
    advance(c, 3);
    EXPECT_FALSE(c.confirm(no_limit, error_of(longest * last / 0.5)));
    c.reject(before);
    return c.state().next / last;
  };
  EXPECT_DOUBLE_EQ(rejected(), 0.8 * 0.8 * 0.99);
  EXPECT_DOUBLE_EQ(rejected(), 0.5);
  EXPECT_DOUBLE_EQ(rejected(), 0.2);
  EXPECT_DOUBLE_EQ(rejected(), 0.2);
  EXPECT_EQ(c.state().repeats, 4);
  EXPECT_DOUBLE_EQ(c.state().caution, 0.5) << "the least";
  c.evaluate();
  EXPECT_TRUE(c.confirm(no_limit, error_of(4)));
  advance(c, 4);
  c.govern();
  EXPECT_EQ(c.state().repeats, 0);
  EXPECT_DOUBLE_EQ(rejected(0.24), 0.8 * 0.5 * 0.24);
}

// Only a limit may ask for a step that is shorter than the user allows.
TEST(StepsByErrors, CutsOfRepeatedStepsRespectTheShortestStep) {
  StepRule r = rule_by_errors();
  r.min_step = 0.2;
  StepClock c = clock_by(r);
  c.begin(2);
  Real next = 0;
  for (int rejections = 0; rejections < 3; ++rejections) {
    next = c.state().next;
    c.evaluate();
    const ClockState before = c.state();
    advance(c, 3);
    EXPECT_FALSE(c.confirm(no_limit, error_of(0.99 * next / 0.5)));
    c.reject(before);
  }
  EXPECT_LT(0.2 * next, 0.2);
  EXPECT_DOUBLE_EQ(c.state().next, 0.2);
  EXPECT_NO_THROW(c.choose());
}

}  // namespace
}  // namespace cardon
