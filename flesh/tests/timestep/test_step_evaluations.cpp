// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "timestep/step_clock.hpp"

namespace cardon {
namespace {

StepRule rule_of(long every, long lead) {
  StepRule rule;
  rule.by = StepRule::By::limits;
  rule.every = every;
  rule.lead = lead;
  return rule;
}

StepClock clock_of(const StepRule& rule) { return {rule, 0, 0.1, {}, {}}; }

void take_steps(StepClock& clock, int steps = 1) {
  for (int n = 0; n < steps; ++n) {
    clock.choose();
    clock.advance();
  }
}

// Evaluates where it is due, with a limit that every step keeps to, until the iteration is reached;
// returns the iterations of evaluations.
std::vector<long> evaluations(StepClock& c, long end, Real limit) {
  std::vector<long> found;
  while (c.iteration() < end) {
    take_steps(c);
    if (c.governs()) c.govern();
    if (!c.evaluation_due()) continue;
    found.push_back(c.iteration());
    c.evaluate();
    EXPECT_TRUE(c.confirm(limit));
  }
  return found;
}

TEST(StepEvaluations, EvaluationsGetFewerWhileNothingIsRejected) {
  StepRule r = rule_of(24, 24);
  r.shortest = 8;
  StepClock c = clock_of(r);
  c.begin(2);
  EXPECT_EQ(evaluations(c, 100, 10), (std::vector<long>{8, 16, 32, 56, 80}));
}

TEST(StepEvaluations, EachEvaluationGovernsFromTheNextOneOn) {
  StepRule r = rule_of(24, 24);
  r.shortest = 8;
  StepClock c = clock_of(r);
  c.begin(2);
  take_steps(c, 8);
  c.evaluate();
  take_steps(c, 7);
  EXPECT_FALSE(c.governs());
  take_steps(c);
  EXPECT_TRUE(c.governs());
  EXPECT_TRUE(c.confirm(10));
  c.govern();
  c.evaluate();
  take_steps(c, 15);
  EXPECT_FALSE(c.governs());
  take_steps(c);
  EXPECT_TRUE(c.governs());
}

TEST(StepEvaluations, EvaluationsAreFrequentAgainAfterARejection) {
  StepRule r = rule_of(24, 24);
  r.shortest = 8;
  StepClock c = clock_of(r);
  c.begin(2);
  EXPECT_EQ(evaluations(c, 32, 10).back(), 32);
  take_steps(c, 24);
  c.govern();
  ASSERT_TRUE(c.evaluation_due());
  c.evaluate();
  const ClockState before = c.state();
  take_steps(c, 24);
  ASSERT_FALSE(c.confirm(0.1));
  c.reject(before);
  EXPECT_EQ(c.iteration(), 56);
  EXPECT_EQ(evaluations(c, 100, 10), (std::vector<long>{64, 72, 88}));
}

TEST(StepEvaluations, EvaluationsContinueAfterARestart) {
  StepRule r = rule_of(24, 24);
  r.shortest = 8;
  StepClock c = clock_of(r), restarted = clock_of(r);
  c.begin(2);
  evaluations(c, 40, 10);
  restarted.restore(c.state());
  EXPECT_EQ(evaluations(restarted, 100, 10), evaluations(c, 100, 10));
}

TEST(StepEvaluations, AGivenDistanceOfEvaluationsIsKept) {
  StepRule r = rule_of(10, 10);
  r.shortest = 10;
  StepClock c = clock_of(r);
  c.begin(2);
  EXPECT_EQ(evaluations(c, 45, 10), (std::vector<long>{10, 20, 30, 40}));
}

TEST(StepEvaluations, RepeatedStepsByErrorsAreJudgedAgain) {
  StepRule r = rule_of(32, 16);
  r.by = StepRule::By::errors;
  StepClock c = clock_of(r);
  c.begin(2);
  c.evaluate();
  const ClockState before = c.state();
  take_steps(c, 8);
  EXPECT_TRUE(c.governs());
  EXPECT_FALSE(c.confirm(0.001));
  c.reject(before);
  for (const int lead : {12, 4, 4}) {
    c.evaluate();  // the repeated step
    const ClockState again = c.state();
    take_steps(c, lead - 1);
    EXPECT_FALSE(c.governs());
    take_steps(c);
    EXPECT_TRUE(c.governs());
    EXPECT_FALSE(c.confirm(0.5 * c.state().next));
    c.reject(again);
  }
  c.evaluate();
  take_steps(c, 4);
  EXPECT_TRUE(c.confirm(10));
  c.govern();
  EXPECT_EQ(evaluations(c, 150, 10), (std::vector<long>{32, 64, 96, 128}));
}

// A rejection of theirs says nothing about the next one.
TEST(StepEvaluations, ErrorsLookAsFarAheadAfterARejection) {
  StepRule r = rule_of(32, 16);
  r.by = StepRule::By::errors;
  StepClock c = clock_of(r), restarted = clock_of(r);
  c.begin(2);
  EXPECT_EQ(evaluations(c, 96, 10).back(), 96);
  const ClockState before = c.state();
  take_steps(c, 16);
  ASSERT_TRUE(c.governs());
  ASSERT_FALSE(c.confirm(0.001));
  c.reject(before);
  c.evaluate();
  restarted.restore(c.state());
  for (StepClock* each : {&c, &restarted}) {
    take_steps(*each, 12);
    EXPECT_TRUE(each->governs());
    EXPECT_TRUE(each->confirm(10));
    each->govern();
    take_steps(*each, 20);
    ASSERT_TRUE(each->evaluation_due());
    each->evaluate();
    take_steps(*each, 15);
    EXPECT_FALSE(each->governs());
    take_steps(*each);
    EXPECT_TRUE(each->governs());
  }
}

TEST(StepEvaluations, ErrorsOfLaterStepsGovernLater) {
  StepRule r = rule_of(32, 16);
  r.by = StepRule::By::errors;
  StepClock c = clock_of(r);
  c.begin(2);
  for (const int lead : {8, 16, 16}) {
    c.evaluate();
    take_steps(c, lead - 1);
    EXPECT_FALSE(c.governs());
    take_steps(c);
    EXPECT_TRUE(c.governs());
    EXPECT_TRUE(c.confirm(10));
    c.govern();
    take_steps(c, 32 - lead);
    EXPECT_TRUE(c.evaluation_due());
  }
}

}  // namespace
}  // namespace cardon
