// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

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

// Clocks that stand at the same step of the same run, the first one with a lead of 8.
struct OldAndNew {
  StepClock old, now;
};

OldAndNew clocks_with_longer_lead() {
  StepRule r = rule_of(32, 8);
  r.by = StepRule::By::errors;
  r.growth = 1.1;
  r.first = 0.001;
  StepRule longer = r;
  longer.lead = 16;
  OldAndNew clocks{clock_of(r), clock_of(longer)};
  clocks.old.begin(2);
  EXPECT_EQ(evaluations(clocks.old, 96, 100).back(), 96);
  return clocks;
}

// As checkpoints of earlier versions were, where a longer lead is the default now.
TEST(StepEvaluations, ARestartWithALongerLeadKeepsToTheLimitThatIsKnown) {
  auto [old, now] = clocks_with_longer_lead();
  const Real limit = 1.05 * old.state().pending->longest;
  ClockState stored = old.state();
  stored.pending->limit = limit;
  stored.target = 10 * limit;
  stored.next = 0.9 * limit;
  now.restore(stored);
  for (int n = 0; n < 16; ++n) {
    ASSERT_FALSE(now.governs()) << n;
    take_steps(now);
    EXPECT_LE(now.dt(), limit) << n;
  }
  EXPECT_TRUE(now.governs());
}

TEST(StepEvaluations, ARestartWithALongerLeadJudgesAllItsSteps) {
  auto [old, now] = clocks_with_longer_lead();
  ClockState stored = old.state();
  stored.pending->limit.reset();
  stored.target = 100;
  stored.next = 1;
  stored.pending->longest = 2;
  now.restore(stored);
  EXPECT_NEAR(now.state().pending->longest, std::pow(1.1, 15), 1e-12);
  EXPECT_FALSE(now.confirm(4));
}

TEST(StepEvaluations, ARestartWithTheSameLeadChangesNothing) {
  auto [old, now] = clocks_with_longer_lead();
  for (int n = 0; n < 80; ++n) {
    StepClock copy = clock_of(old.rule());
    copy.restore(old.state());
    EXPECT_EQ(copy.state(), old.state()) << n;
    take_steps(old);
    if (old.governs()) old.govern();
    if (!old.evaluation_due()) continue;
    old.evaluate();
    EXPECT_TRUE(old.confirm((n < 20 ? 2 : 2.4) * old.state().pending->longest));
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
