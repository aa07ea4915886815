// SPDX-License-Identifier: Apache-2.0
// Parameter files become runs, with the thorns of this build.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "startup/checked_run.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr const char* wave = R"(
title: A wave
thorns: [WaveToy]
grid: {points: [12, 10, 8], boundary: periodic}
time: {stop: {iterations: 20, wall: 2 min}}
)";
constexpr const char* outputs = R"(
output:
  scalars: {every: 5, fields: [phi]}
  slices: [{every: 3, plane: xy}, {every: 4, plane: xz}]
)";

/// What is read at the top of the file, and arguments behind it.
InputOptions input_of(const std::string& yaml, std::vector<std::string> overrides = {}) {
  InputOptions input;
  input.texts = {{"test.yaml", yaml}};
  input.overrides = std::move(overrides);
  return input;
}

struct Checked {
  Checked(const std::string& yaml, std::vector<std::string> overrides = {}) {
    static OpenedThorns opened;
    run = check_run(input_of(yaml, std::move(overrides)), opened, warnings);
  }
  Warnings warnings;
  std::shared_ptr<const CheckedRun> run;
};

/// "LINE SLUG" of each problem; line 0: not of the file.
std::vector<std::string> problems_of(const std::string& yaml,
                                     std::vector<std::string> overrides = {}) try {
  Checked(yaml, std::move(overrides));
  return {};
} catch (const Error& error) {
  std::vector<std::string> list;
  for (const Problem& p : error.problems())
    list.push_back(std::to_string(p.where.line) + " " + p.slug);
  return list;
}

TEST(CheckedRun, KnowsWhatFollowsFromTheFile) {
  const Checked checked(wave);
  const CheckedRun& run = *checked.run;
  EXPECT_EQ(run.title, "A wave");
  EXPECT_EQ(run.program.grid.points, (Index3{12, 10, 8}));
  EXPECT_EQ(run.program.fields.at(0).full_name(), "WaveToy::phi");
  EXPECT_FALSE(run.program.step.empty());
  EXPECT_GT(run.program.dt, 0);
  EXPECT_EQ(run.last_iteration, 20);
  EXPECT_EQ(run.max_iterations, 20);
  EXPECT_EQ(run.parameters->get<Real>("time.stop", "wall"), 120);
  EXPECT_EQ(run.integrator, "") << "WaveToy computes its next level itself";
  EXPECT_FALSE(run.driver_name.empty());
  EXPECT_FALSE(run.restart.has_value());
  EXPECT_EQ(run.clock.iteration(), 0);
  EXPECT_EQ(checked.warnings.text(), "");
}

TEST(CheckedRun, HasAnEntryForEachOutput) {
  const Checked checked(std::string(wave) + outputs);
  const std::vector<OutputEntry>& entries = checked.run->outputs;
  std::vector<std::string> names, due;
  for (const OutputEntry& entry : entries) {
    names.push_back(entry.setup.section + ' ' + std::to_string(entry.setup.instance));
    for (const long iteration : {3, 4, 5})
      if (entry.cadence.due(iteration, checked.run->clock)) due.push_back(names.back());
  }
  EXPECT_THAT(names, ElementsAre("output.scalars 0", "output.slices 0", "output.slices 1"));
  EXPECT_THAT(due, ElementsAreArray(names)) << "each at its own iteration";
  ASSERT_EQ(entries[0].setup.fields.size(), 1u);
  EXPECT_EQ(entries[0].setup.fields[0], &checked.run->program.fields[0]) << "of its own program";
}

TEST(CheckedRun, ArgumentsWinOverTheFile) {
  const Checked checked(wave, {"time.stop.iterations=7", "WaveToy.speed=2"});
  EXPECT_EQ(checked.run->last_iteration, 7);
  EXPECT_EQ(checked.run->parameters->get<Real>("WaveToy", "speed"), 2);
  EXPECT_EQ(checked.run->program.dt, Checked(wave).run->program.dt / 2) << "the step follows";
}

TEST(CheckedRun, ShortensStepsToHitTheEnd) {
  const Checked checked(wave, {"thorns=[WaveMoL]", "time.stop.time=0.3"});
  const CheckedRun& run = *checked.run;
  EXPECT_FALSE(run.integrator.empty()) << "the standard one";
  EXPECT_LT(run.program.dt, run.program.longest_dt);
  EXPECT_NEAR(double(run.last_iteration) * run.program.dt, 0.3, 1e-12);
  EXPECT_EQ(foreseen_last_iteration(run, run.clock), run.last_iteration);
}

TEST(CheckedRun, AllMistakesAreFoundInOnePass) {
  EXPECT_THAT(problems_of(R"(thorns: [WaveToy]
grid: {points: [12, 10, 8]}
time: {stop: {iterations: 20}, courant: -1}
WaveToy: {spede: 1}
output:
  scalars: {every: 5, fields: [psi]}
)"),
              UnorderedElementsAre("3 parameter/out-of-range", "4 parameter/unknown",
                                   "6 output/unknown-field"));
}

TEST(CheckedRun, AMissingThornHidesWhatFollowsFromIt) {
  EXPECT_THAT(problems_of(R"(thorns: [WaveToi]
grid: {points: [12, 10, 8]}
output:
  scalars: {every: 5, fields: [phi]}
)"),
              ElementsAre("1 registry/thorn-not-found"));
}

TEST(CheckedRun, AMistakeThatIsMetSeveralTimesIsToldOnce) {
  EXPECT_THAT(problems_of(R"(thorns: [WaveToy]
grid: {points: [12, 10, 8], boundary: roundish}
)"),
              ElementsAre("2 grid/boundary"));
}

TEST(CheckedRun, OnlyOneDriverMayBeActive) {
  EXPECT_EQ(Checked(wave, {"thorns=[WaveToy, UnigridDriver]"}).run->driver_name, "unigrid");
  EXPECT_THAT(problems_of(wave, {"thorns=[WaveToy, GridDriver, UnigridDriver]"}),
              ElementsAre("0 driver/several"));
}

TEST(CheckedRun, WarnsOfSettingsThatDoNothing) {
  EXPECT_THAT(Checked(wave, {"time.integrator=euler"}).warnings.text(),
              HasSubstr("[time/integrator-unused]"));
  EXPECT_THAT(Checked("grid: {points: 8}").warnings.text(),
              HasSubstr("[schedule/nothing-evolves]"));
}

TEST(CheckedRun, DataFilesMayStayUnread) {
  const std::string yaml =
      "thorns: [AcousticWave]\n"
      "grid: {points: [12, 10]}\n"
      "AcousticWave: {velocity_from: file, model: {file: missing.h5, dataset: /vp}}\n";
  EXPECT_THAT(problems_of(yaml), ElementsAre("3 parameter/data-file"));
  EXPECT_THAT(schedule_run(input_of(yaml))->program.fields, Not(IsEmpty()));
}

}  // namespace
}  // namespace cardon
