// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>

#include "fixture.hpp"
#include "startup/adaptive_reader.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const ConstantLimits limits_by_fields{.by_fields = true};

/// `time:` with this text below it.
struct RuleOutcome : SampleFile {
  explicit RuleOutcome(const std::string& text, const ConstantLimits& limits = limits_by_fields,
                       const Program& program = {})
      : SampleFile("time: " + text + "\n",
                   {{.path = "output.lines",
                     .description = "Lines",
                     .provider = "Lines",
                     .parameters = {declare_interval("every", "Steps or time", "1")}}}) {
    rule = read_step_rule(parameters, program, limits, warnings, problems);
  }
  StepRule rule;
  Warnings warnings;
};

TEST(AdaptiveReader, StepsAreFixedByDefault) {
  for (const char* text : {"{courant: 0.5}", "{step: 1 s, adaptive: {safety: 0.9}}"}) {
    const RuleOutcome r(text, {});
    EXPECT_FALSE(r.rule.adaptive());
    EXPECT_EQ(r.errors() + r.warnings.text(), "");
  }
}

TEST(AdaptiveReader, HasDefaultsForLimits) {
  const RuleOutcome r("{adaptive: {by: limits}}");
  EXPECT_EQ(r.errors() + r.warnings.text(), "");
  EXPECT_EQ(r.rule.by, StepRule::By::limits);
  EXPECT_EQ(r.rule.every, 24);
  EXPECT_EQ(r.rule.shortest, 8);
  EXPECT_EQ(r.rule.lead, 24);
  EXPECT_EQ(r.rule.courant, 0.5);
  EXPECT_EQ(r.rule.min_step, 0);
  EXPECT_EQ(r.rule.max_step, std::numeric_limits<Real>::infinity());
  EXPECT_EQ(steps_between_evaluations(r.parameters), 24);
}

TEST(AdaptiveReader, HasDefaultsForErrors) {
  const RuleOutcome r("{step: 1 s, adaptive: {by: errors}}", {});
  EXPECT_EQ(r.errors() + r.warnings.text(), "");
  EXPECT_TRUE(r.rule.by_errors());
  EXPECT_EQ(r.rule.every, 32);
  EXPECT_EQ(r.rule.shortest, 8);
  EXPECT_EQ(r.rule.lead, 16);
  EXPECT_EQ(r.rule.tolerance, 1e-6);
  EXPECT_EQ(r.rule.absolute, 1e-9);
  EXPECT_EQ(steps_between_evaluations(r.parameters), 32);
}

TEST(AdaptiveReader, TheNumberOfStepsBetweenEvaluationsDecidesAboutOthers) {
  const auto numbers = [](const std::string& text) {
    const RuleOutcome r("{adaptive: " + text + "}");
    EXPECT_EQ(r.errors(), "");
    return std::vector<long>{steps_between_evaluations(r.parameters), r.rule.every, r.rule.shortest,
                             r.rule.lead};
  };
  EXPECT_THAT(numbers("{by: limits, every: 10}"), ElementsAre(10, 10, 10, 10));
  EXPECT_THAT(numbers("{by: limits, every: 40}"), ElementsAre(40, 40, 40, 24));
  EXPECT_THAT(numbers("{by: limits, every: 40, lead: 30}"), ElementsAre(40, 40, 40, 30));
  EXPECT_THAT(numbers("{by: limits, lead: 0}"), ElementsAre(24, 24, 8, 0));
  EXPECT_THAT(numbers("{by: errors, every: 12}"), ElementsAre(12, 12, 8, 12));
  EXPECT_THAT(numbers("{by: errors, every: 4}"), ElementsAre(4, 4, 4, 4));
}

TEST(AdaptiveReader, TakesWhatIsGiven) {
  const RuleOutcome r(
      "{courant: 0.25, adaptive: {by: errors, safety: 0.5, growth: 1.5, first: 0.125, "
      "min_step: 1 ms, max_step: 2, tolerance: 1e-4, absolute_tolerance: 1e-5}}");
  EXPECT_EQ(r.errors(), "");
  const StepRule& s = r.rule;
  EXPECT_THAT((std::vector{s.courant, s.safety, s.growth, s.first}),
              ElementsAre(0.25, 0.5, 1.5, 0.125));
  EXPECT_THAT((std::vector{s.min_step, s.max_step, s.tolerance, s.absolute}),
              ElementsAre(0.001, 2, 1e-4, 1e-5));
}

TEST(AdaptiveReader, ThornsWithoutLimitsByFieldsLimitTheStepAllTheTime) {
  const ConstantLimits limits{.all = 1, .of_blind_thorns = 2, .by_fields = true};
  EXPECT_EQ(RuleOutcome("{courant: 0.25, adaptive: {by: limits}}", limits).rule.max_step, 0.5);
  EXPECT_EQ(RuleOutcome("{adaptive: {by: limits, max_step: 3 s}}", limits).rule.max_step, 1);
  EXPECT_EQ(RuleOutcome("{adaptive: {by: limits, max_step: 0.5 s}}", limits).rule.max_step, 0.5);
}

TEST(AdaptiveReader, WarnsOfWhatFixedStepsIgnore) {
  for (const char* one : {"every: 8", "lead: 8", "safety: 0.5", "growth: 2", "first: 0.5",
                          "min_step: 1", "max_step: 1", "tolerance: 0", "absolute_tolerance: 1"}) {
    const RuleOutcome r(std::string("\n  adaptive: {") + one + "}");
    const std::string name(one, std::string(one).find(':'));
    EXPECT_THAT(r.warnings.text(),
                HasSubstr("time.adaptive." + name + " is set, but steps are fixed"));
    EXPECT_THAT(r.warnings.text(),
                HasSubstr("test.yaml:2:" + std::to_string(name.size() + 16) + "\n"));
    EXPECT_EQ(r.errors(), "");
  }
}

TEST(AdaptiveReader, WarnsOfWhatLimitsIgnoreOrLack) {
  for (const char* name : {"tolerance", "absolute_tolerance"})
    EXPECT_THAT(
        RuleOutcome(std::string("{adaptive: {by: limits, ") + name + ": 1e-3}}").warnings.text(),
        HasSubstr(std::string(name) + " is set, but steps do not follow errors"));
  const RuleOutcome r("\n  adaptive: {by: limits}", {.all = 1});
  EXPECT_THAT(r.warnings.text(), HasSubstr("[time/adaptive-blind]"));
  EXPECT_THAT(r.warnings.text(), HasSubstr("test.yaml:2:18\n"));
}

TEST(AdaptiveReader, FindsAllContradictions) {
  EXPECT_THAT(RuleOutcome("\n  adaptive: {by: errors, lead: 0}").places(),
              ElementsAre("2:32 time/lead"));
  Program program;
  program.fields = {{.name = "phi", .thorn = "Wave", .role = Role::evolved, .past = 1}};
  const RuleOutcome r(
      "\n  step: 0.1\n  adaptive:\n    by: limits\n    every: 4\n    lead: 5\n    min_step: 2\n"
      "    max_step: 1",
      limits_by_fields, program);
  EXPECT_THAT(r.places(), ElementsAre("6:11 time/lead", "7:15 time/min-step", "2:9 time/step-twice",
                                      "4:9 time/adaptive-levels"));
  EXPECT_THAT(r.errors(),
              HasSubstr("time.adaptive.lead, 5, is larger than time.adaptive.every, 4"));
  EXPECT_THAT(r.errors(), HasSubstr("min_step, 2 s, is longer than the longest step allowed, 1 s"));
  EXPECT_THAT(r.errors(), HasSubstr("steps cannot vary: Wave::phi keeps past levels"));
}

TEST(AdaptiveReader, TheClockKnowsStopAndOutputs) {
  const RuleOutcome fixed("{start: 5 s}");
  const StepClock steady = step_clock(fixed.parameters, fixed.rule, 0.25);
  EXPECT_FALSE(steady.adaptive());
  EXPECT_EQ(steady.time_at(2), 5.5);
  const RuleOutcome r(
      "{start: 5 s, stop: {time: 7 s}, adaptive: {by: limits}}\noutput: {lines: {every: 0.5 s}}");
  StepClock clock = step_clock(r.parameters, r.rule, 0.25);
  EXPECT_TRUE(clock.adaptive());
  EXPECT_EQ(clock.time(), 5);
  EXPECT_EQ(clock.time_left(), 2);
  clock.begin(10);
  clock.choose();
  EXPECT_EQ(clock.dt(), 0.5) << "0.9 s would miss the output";
}

}  // namespace
}  // namespace cardon
