// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/parameter_input.hpp>
#include <cardon/services/parameter_registry.hpp>
#include <cardon/thorn.hpp>
#include <limits>

#include "startup/constant_limits.hpp"
#include "startup/time_reader.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

constexpr Field speed_field{"speed", "Wave speed"};

Real half_spacing(const Block& block) { return 0.5 * block.spacing(0); }
Real no_limit(const Block&) { return 0; }
Real below_zero(const Block&) { return -1; }
Real not_a_number(const Block&) { return std::numeric_limits<Real>::quiet_NaN(); }
Real unlimited(const Block&) { return std::numeric_limits<Real>::infinity(); }
Real warns(const Block& block) {
  warn(block, "z", "lim/z", "z is too large to be useful", "set it below 1");
  return 1;
}
Real reads_a_field(const Block& block) {
  block.read(speed_field);
  return 1;
}

/// What becomes of `time: {courant: 1}` and a thorn Lim with one limit, z.
struct StepOutcome {
  explicit StepOutcome(StepLimitFunction function) : parameters(registry) {
    add_flesh_sections(registry);
    registry.add({.path = "Lim", .description = "Limits", .provider = "Lim", .parameters = {}});
    ParameterInput input;
    input.add_text("test.yaml", "time: {courant: 1}\n");
    parameters = resolve_parameters(registry, input, problems);
    problems.clear();
    Program program;
    program.grid.dimensions = 1;
    program.grid.spacing[0] = 0.25;
    ThornDeclaration thorn;
    thorn.name = "Lim";
    thorn.step_limits = {{"z", function}};
    const ConstantLimits limits = constant_limits(parameters, {thorn}, program, warnings, problems);
    step = read_step(parameters, limits.all, program, warnings, problems);
  }

  ParameterRegistry registry;
  ParameterSet parameters;
  Warnings warnings;
  std::vector<Problem> problems;
  Real step = 0;
};

TEST(StepLimit, GivesTheStep) {
  const StepOutcome outcome(half_spacing);
  EXPECT_TRUE(outcome.problems.empty());
  EXPECT_EQ(outcome.step, 0.125);
}

TEST(StepLimit, OfZeroIsNone) {
  const StepOutcome outcome(no_limit);
  EXPECT_TRUE(outcome.problems.empty());
  EXPECT_THAT(outcome.warnings.text(), HasSubstr("no active thorn limits the time step"));
}

TEST(StepLimit, MustBeANumberAboveZero) {
  for (const auto& [function, value] :
       {std::pair(&below_zero, "-1"), {&not_a_number, "nan"}, {&unlimited, "inf"}}) {
    const StepOutcome outcome(function);
    ASSERT_EQ(outcome.problems.size(), 1u) << value;
    EXPECT_EQ(outcome.problems[0].slug, "time/step-limit");
    EXPECT_THAT(outcome.problems[0].message,
                HasSubstr(std::string("Lim::z limits the step to ") + value));
  }
}

TEST(StepLimit, MayWarn) {
  const StepOutcome outcome(warns);
  EXPECT_TRUE(outcome.problems.empty());
  EXPECT_EQ(outcome.step, 1);
  EXPECT_THAT(outcome.warnings.text(), HasSubstr("z is too large to be useful"));
}

TEST(StepLimit, SeesNoFields) {
  const StepOutcome outcome(reads_a_field);
  ASSERT_EQ(outcome.problems.size(), 1u);
  EXPECT_THAT(outcome.problems[0].message, HasSubstr("Lim::z reads speed"));
  EXPECT_THAT(outcome.problems[0].help, HasSubstr("compute the limit from parameters"));
}

/// `time:` with this text, and a longest step of 0.3 s. `past_levels`: of a field, or none.
struct StopOutcome {
  explicit StopOutcome(const std::string& text, const std::string& past_levels = "",
                       Real of_checkpoint = 0)
      : parameters(registry) {
    add_flesh_sections(registry);
    registry.add({.path = "output.lines",
                  .description = "",
                  .provider = "Lines",
                  .parameters = {declare_interval("every", "Steps or time", "1")}});
    ParameterInput input;
    input.add_text("test.yaml", "time: " + text + "\n");
    parameters = resolve_parameters(registry, input, problems);
    problems.clear();
    const bool given = parameters.has("time", "step");
    const Real longest = given ? parameters.get<Real>("time", "step") : 0.3;
    step =
        of_checkpoint > 0 ? of_checkpoint : fitted_step(parameters, longest, past_levels.empty());
    StepClock clock(parameters.get<Real>("time", "start"), step);
    if (past_levels.empty()) {
      clock.aim_at(step_goals(parameters));
    } else {
      if (of_checkpoint == 0) warn_of_shortened_step(parameters, step, past_levels, warnings);
      warn_of_missed_outputs(parameters, step, past_levels, warnings);
    }
    last = read_end(parameters, clock, past_levels, warnings, problems).last_iteration;
    end = clock.time_at(last);
  }

  ParameterRegistry registry;
  ParameterSet parameters;
  Warnings warnings;
  std::vector<Problem> problems;
  Real step = 0, end = 0;
  long last = 0;
};

TEST(StopTime, ShortensTheStep) {
  for (const char* past_levels : {"", "WaveToy::phi"}) {
    const StopOutcome outcome("{stop: {time: 1 s}}", past_levels);
    EXPECT_EQ(outcome.step, 0.25);
    EXPECT_EQ(outcome.last, 4);
    EXPECT_EQ(outcome.warnings.text(), "");
  }
}

TEST(StopTime, CountsFromTheStart) {
  const StopOutcome outcome("{start: 5 s, stop: {time: 6 s}}");
  EXPECT_EQ(outcome.step, 0.25);
  EXPECT_EQ(outcome.last, 4);
}

// Runs that were exact keep their bits.
TEST(StopTime, LeavesAStepThatFitsUpToRounding) {
  const StopOutcome outcome("{stop: {time: 0.9 s}}");
  EXPECT_EQ(outcome.step, 0.3);
  EXPECT_EQ(outcome.last, 3);
}

TEST(StopTime, ShortensTheStepOfRunsThatEndEarlier) {
  const StopOutcome outcome("{stop: {time: 1 s, iterations: 2}}");
  EXPECT_EQ(outcome.step, 0.25);
  EXPECT_EQ(outcome.last, 2);
}

TEST(StopTime, OutputsAreHitByStepsOfOneLengthWhereThatIsCheap) {
  EXPECT_NEAR(StopOutcome("{stop: {time: 10 s}}\noutput: {lines: {every: 2 s}}").step, 2.0 / 7,
              1e-15);
  EXPECT_NEAR(StopOutcome("{stop: {iterations: 5}}\noutput: {lines: {every: 2 s}}").step, 2.0 / 7,
              1e-15);
  const StopOutcome costly("{stop: {time: 10 s}}\noutput: {lines: {every: 0.4 s}}");
  EXPECT_EQ(costly.step, 10.0 / 34) << "two steps of 0.2 s would be a third shorter";
  EXPECT_EQ(costly.last, 50) << "but every second output is hit by steps of 0.2 s";
  EXPECT_EQ(StopOutcome("{stop: {time: 10 s}}\noutput: {lines: {every: 10}}").step, 10.0 / 34);
}

TEST(StopTime, IsHitByAStepThatIsGiven) {
  const StopOutcome outcome("{step: 0.3 s, stop: {time: 1 s}}");
  EXPECT_EQ(outcome.step, 0.3);
  EXPECT_EQ(outcome.last, 4);
  EXPECT_EQ(outcome.end, 1);
  EXPECT_EQ(outcome.warnings.text(), "");
}

TEST(StopTime, IsHitByTheStepOfACheckpoint) {
  const StopOutcome outcome("{stop: {time: 1 s}}", "", 0.3);
  EXPECT_EQ(outcome.last, 4);
  EXPECT_EQ(outcome.end, 1);
  EXPECT_EQ(outcome.warnings.text(), "");
}

TEST(StopTime, ShortensAStepThatIsGivenWherePastLevelsNeedOneLength) {
  const StopOutcome outcome("{step: 0.3 s, stop: {time: 1 s}}", "WaveToy::phi");
  EXPECT_EQ(outcome.step, 0.25);
  EXPECT_EQ(outcome.last, 4);
  EXPECT_EQ(outcome.end, 1);
  EXPECT_THAT(outcome.warnings.text(), HasSubstr("time.step is shortened from 0.3 s to 0.25 s"));
  EXPECT_THAT(outcome.warnings.text(), HasSubstr("WaveToy::phi keeps past levels"));
}

// Rounded for people, 1/13 would be shortened again.
TEST(StopTime, IsReachedWithWhatTheWarningAdvises) {
  const StopOutcome shortened("{step: 0.0773 s, stop: {time: 1 s}}", "WaveToy::phi");
  EXPECT_THAT(shortened.warnings.text(), HasSubstr("set time.step to 0.0769230769230769 s"));
  const StopOutcome advised("{step: 0.0769230769230769 s, stop: {time: 1 s}}", "WaveToy::phi");
  EXPECT_EQ(advised.step, 0.0769230769230769);
  EXPECT_EQ(advised.last, 13);
  EXPECT_EQ(advised.warnings.text(), "");
}

TEST(StopTime, IsMissedByTheStepOfACheckpointWithPastLevels) {
  const StopOutcome outcome("{stop: {time: 1 s}}", "WaveToy::phi", 0.3);
  EXPECT_EQ(outcome.last, 4);
  EXPECT_THAT(outcome.warnings.text(), HasSubstr("the run ends at 1.2 s, after time.stop.time"));
  EXPECT_THAT(outcome.warnings.text(), HasSubstr("set time.stop.time to 0.9 s or 1.2 s"));
}

TEST(StopTime, NeedsNoWarningWhereIterationsEndTheRun) {
  const StopOutcome outcome("{step: 0.3 s, stop: {time: 1 s, iterations: 3}}", "WaveToy::phi");
  EXPECT_EQ(outcome.step, 0.3);
  EXPECT_EQ(outcome.last, 3);
  EXPECT_EQ(outcome.warnings.text(), "");
}

TEST(StopTime, IterationsEndRunsWhoseStepsAreShortened) {
  EXPECT_EQ(StopOutcome("{step: 0.3 s, stop: {time: 1 s, iterations: 3}}").last, 3);
  EXPECT_EQ(StopOutcome(
                "{step: 0.3 s, stop: {time: 1 s, iterations: 5}}\noutput: {lines: {every: 0.4 s}}")
                .last,
            5)
      << "two steps to each of 0.4, 0.8 and 1 s would make six";
}

TEST(StopTime, MissedOutputsAreNamedWherePastLevelsNeedOneLength) {
  const std::string text = "{stop: {time: 10 s}}\noutput: {lines: {every: 0.4 s}}";
  EXPECT_THAT(StopOutcome(text, "WaveToy::phi").warnings.text(),
              HasSubstr("output.lines writes up to a step after the multiples of 0.4 s"));
  EXPECT_EQ(StopOutcome(text).warnings.text(), "");
}

}  // namespace
}  // namespace cardon
