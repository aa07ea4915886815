// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/parameter_input.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/parameter_declaration.hpp>

#include "steering/run_steering.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr auto rate = Parameter{"rate", 1.0, "Limits the step", positive}.steerable();
constexpr auto seed = Parameter{"seed", 1, "Limits nothing"}.steerable();
constexpr Parameter size{"size", 1.0, "Is fixed"};
constexpr auto way = Parameter{"way", "slow", "Chooses tasks", one_of("slow", "fast")}.steerable();
constexpr auto speed = Parameter{"speed", 1.0, "Of waves"}.steerable();
constexpr auto shape = Expression{"shape", "x", "A formula"}.steerable();
constexpr auto span = Parameter{"span", 1, "Of an output"}.steerable();
constexpr auto steps = Parameter{"steps", 10, "Of a service"}.steerable();
constexpr auto budget = Parameter{"budget", 0.02, "Of another service"}.steerable();

Real limit_by_rate(const Block& block) { return 0.2 / block[rate]; }

/// Finds spans above 9 wrong.
class PickyLines : public Output {
 public:
  void prepare(const OutputSetup& setup) override {
    const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
    if (values.get<int>("span") > 9) throw Error(Problem{.slug = "test/span"});
  }
  void open(const OutputSetup&) override {}
  void write(const Snapshot&) override {}
  std::size_t bytes_written() const override { return 0; }
};

ThornDeclaration toy() {
  ThornDeclaration thorn{.name = "Toy"};
  thorn.tasks.push_back({.name = "task", .when = {{"way", "fast"}}});
  thorn.step_limits = {{"rate", limit_by_rate}};
  thorn.radiations = {{.field = "u", .speed = "speed"}};
  ServiceDeclaration lines{.role = role_name<Output>, .name = "lines"};
  lines.make = [] {
    return std::static_pointer_cast<void>(std::shared_ptr<Output>(new PickyLines()));
  };
  thorn.services.push_back(lines);
  return thorn;
}

/// A run with steps of 0.1 s and two outputs, after some iterations; what it does is noted.
struct SteeringTest : ::testing::Test {
  SteeringTest() {
    add_flesh_sections(run.registry);
    ParameterDeclaration every = declare_interval("every", "Steps or time", "1");
    every.steering = while_running;
    add("Toy", {declare(rate), declare(seed), declare(size), declare(way), declare(speed),
                declare(shape)});
    add("output.lines", {every, declare(span)}, SectionUse::repeatable);
    add("output.slices", {every}, SectionUse::on_request);
    add("checkpoint", {declare(steps)});
    add("tuning", {declare(Parameter{"tuner", "", "Tuner"}), declare(budget),
                   declare(Parameter{"window", 0, "Steps"}), declare(Parameter{"seed", 1, "Seed"}),
                   declare(Parameter{"max_depth", 0, "Layers"}), declare_tree("codecs", "Chains")});
    ParameterInput input;
    input.add_text("test.yaml",
                   "time: {stop: {iterations: 20}}\n"
                   "output: {lines: [{every: 5, span: 3}, {every: 7, span: 4}]}\n");
    std::vector<Problem> problems;
    run.parameters =
        std::make_unique<ParameterSet>(resolve_parameters(run.registry, input, problems));
    if (!problems.empty()) throw Error(problems);
    run.library.active = {toy()};
    run.library.catalogue.add(toy());
    run.checkpoint = {"writer", "format", "checkpoint"};
    run.program.grid.dimensions = 1;
    run.program.grid.spacing[0] = 1;
    run.program.dt = run.program.longest_dt = 0.1;
    for (const int instance : {0, 1}) {
      OutputEntry& entry = run.outputs.emplace_back();
      entry.name = "lines";
      entry.setup.section = "output.lines";
      entry.setup.instance = instance;
    }
  }
  void add(const std::string& path, std::vector<ParameterDeclaration> parameters,
           SectionUse use = SectionUse::always) {
    run.registry.add({.path = path,
                      .description = "Under test",
                      .provider = "Toy",
                      .parameters = std::move(parameters),
                      .use = use});
  }
  RunSteering steering() {
    return {run,
            clock,
            has_storage,
            {.iteration = [this] { return iteration; },
             .settle = [] { return true; },
             .can_tune = [this] { return can_tune; },
             .check_placement =
                 [this](const ParameterSet& candidate, const std::vector<std::string>& of,
                        const std::vector<std::string>& names) {
                   placed_span = candidate.section("output.lines", 1).get<int>("span");
                   sections = of;
                   changing = names;
                   return placement;
                 },
             .change =
                 [this](const RunCourse& course, const std::vector<std::string>& of) {
                   courses.push_back(course);
                   sections = of;
                 },
             .replan = [] {}}};
  }
  /// At iteration 10 and time 1 s.
  void make_adaptive() {
    StepRule rule;
    rule.by = StepRule::By::limits;
    clock = StepClock(rule, 0, 0.1, {}, {});
    clock.restore({.iteration = 10, .time = 1, .dt = 0.1, .next = 0.1, .target = 0.1});
    run.parameters->section("time.adaptive")
        .set("by", {.value = std::string("limits"), .given = true});
  }
  std::vector<std::string> refusals(const std::vector<std::string>& words) {
    std::vector<std::string> slugs;
    for (const Problem& problem : steering().check(words)) slugs.push_back(problem.slug);
    return slugs;
  }
  int span_of(int instance) {
    return run.parameters->section("output.lines", instance).get<int>("span");
  }

  CheckedRun run;
  StepClock clock{0, 0.1};
  long iteration = 10;
  bool has_storage = true, can_tune = true;
  std::vector<Problem> placement;
  std::vector<std::string> changing;
  int placed_span = 0;
  std::vector<std::string> sections;
  std::vector<RunCourse> courses;
};

TEST_F(SteeringTest, MistakesAreThoseOfParameterFiles) {
  EXPECT_THAT(refusals({"Toy.rat=2"}), ElementsAre("parameter/unknown"));
  EXPECT_THAT(refusals({"Toy.seed=2", "Toy.rate=-1"}), ElementsAre("parameter/out-of-range"));
  EXPECT_THAT(refusals({"output.lines[2].span=1"}), ElementsAre("parameter/override"));
  EXPECT_THAT(refusals({"Toy.seed=2", "output.lines[1].span=9"}), IsEmpty());
}

TEST_F(SteeringTest, WhatOtherThingsWereDerivedFromIsFixed) {
  for (const auto& [word, why] : {std::pair("Toy.way=fast", "which tasks run"),
                                  {"Toy.speed=2", "radiative boundary"},
                                  {"Toy.shape=2*x", "not formulas"}}) {
    const std::vector<Problem> problems = steering().check({word});
    ASSERT_EQ(problems.size(), 1u) << word;
    EXPECT_EQ(problems[0].slug, "steering/fixed");
    EXPECT_THAT(problems[0].notes.at(0), HasSubstr(why));
  }
}

TEST_F(SteeringTest, TheRefusalListsWhatCanChangeInThisRun) {
  const std::vector<Problem> problems = steering().check({"Toy.size=2"});
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].slug, "steering/fixed");
  std::string list;
  for (const std::string& line : problems[0].notes) list += line + ' ';
  // As they can be given: output.lines.every alone does not say which.
  for (const char* name : {"Toy::rate", "Toy::seed", "output.lines[0].every",
                           "output.lines[1].every", "time.stop.time"})
    EXPECT_THAT(list, HasSubstr(name));
  for (const char* name :
       {"Toy::size", "output.slices", "output.lines.", "Toy::way", "Toy::speed", "Toy::shape"})
    EXPECT_THAT(list, Not(HasSubstr(name)));
}

TEST_F(SteeringTest, WhatTheRunDoesNotHaveIsRefused) {
  EXPECT_THAT(refusals({"output.slices.every=2"}), ElementsAre("steering/absent"));
  EXPECT_THAT(refusals({"checkpoint.steps=5", "tuning.budget=0.1"}), IsEmpty());
  has_storage = can_tune = false;
  EXPECT_THAT(refusals({"checkpoint.steps=5"}), ElementsAre("steering/checkpoint"));
  EXPECT_THAT(refusals({"tuning.budget=0.1"}), ElementsAre("steering/tuning"));
  has_storage = true;
  run.checkpoint.format.clear();
  EXPECT_FALSE(steering().can_checkpoint());
}

TEST_F(SteeringTest, TheEndMustLieAhead) {
  EXPECT_THAT(refusals({"time.stop.iterations=11"}), IsEmpty());
  EXPECT_THAT(refusals({"time.stop.iterations=10"}), ElementsAre("steering/stop"));
  EXPECT_THAT(refusals({"time.stop.time=1"}), ElementsAre("steering/stop"));
  EXPECT_THAT(refusals({"time.stop.time=1.1"}), IsEmpty());
}

TEST_F(SteeringTest, FixedStepsKeepTheirLength) {
  EXPECT_THAT(refusals({"Toy.rate=1.5"}), ElementsAre("steering/step-limit"));
  run.parameters->section("time").set("step", {.value = 0.1, .given = true});
  EXPECT_THAT(refusals({"Toy.rate=1.5"}), IsEmpty());
}

TEST_F(SteeringTest, AdaptiveStepsFollow) {
  make_adaptive();
  EXPECT_THAT(refusals({"Toy.rate=2"}), IsEmpty());
  steering().apply({"Toy.rate=2"});
  EXPECT_EQ(courses.at(0).clock.rule().max_step, 0.05);
}

TEST_F(SteeringTest, TheEndOfAdaptiveStepsMustLieAhead) {
  make_adaptive();
  EXPECT_THAT(refusals({"time.stop.time=1"}), ElementsAre("steering/stop"));
  EXPECT_THAT(refusals({"time.stop.time=1.01"}), IsEmpty());
}

TEST_F(SteeringTest, OutputsAndPlacementAreAskedAboutTheNewValues) {
  placement = {{.slug = "test/placement"}};
  EXPECT_THAT(refusals({"output.lines[1].span=10"}), ElementsAre("test/span", "test/placement"));
  EXPECT_THAT(changing, ElementsAre("output.lines.span"));
  EXPECT_EQ(placed_span, 10);
  EXPECT_THAT(sections, ElementsAre("output.lines"));
}

TEST_F(SteeringTest, AskingChangesNothing) {
  EXPECT_THAT(refusals({"output.lines[1].span=8", "time.stop.iterations=15"}), IsEmpty());
  EXPECT_EQ(span_of(1), 4);
  EXPECT_EQ(run.parameters->get<long>("time.stop", "iterations"), 20);
  EXPECT_THAT(courses, IsEmpty());
}

TEST_F(SteeringTest, NewValuesHoldForOneInstanceAndForTheCourse) {
  const auto steered = steering().apply({"time.stop.time=1.5", "output.lines[1].span=8"});
  EXPECT_EQ(span_of(0), 3);
  EXPECT_EQ(span_of(1), 8);
  ASSERT_EQ(steered.size(), 2u);
  EXPECT_EQ(steered[0].name, "output.lines[1].span") << "as it was asked for";
  EXPECT_EQ(steered[0].before, "4");
  EXPECT_EQ(steered[0].value, "8");
  EXPECT_EQ(steered[1].name, "time.stop.time");
  EXPECT_EQ(steered[1].before, "unset");
  ASSERT_EQ(courses.size(), 1u);
  EXPECT_EQ(courses[0].last_iteration, 15);
  EXPECT_TRUE(courses[0].outputs.at(1).due(7) && !courses[0].outputs.at(1).due(5));
  EXPECT_THAT(sections, ElementsAre("output.lines", "time.stop"));
}

TEST_F(SteeringTest, AValueRemembersItsFirstOneAndTheLastStepBeforeIt) {
  steering().apply({"Toy.seed=2"});
  iteration = 12;
  EXPECT_EQ(steering().apply({"Toy.seed=3"}).at(0).before, "2");
  const ParameterValue& value = run.parameters->section("Toy").at("seed");
  EXPECT_EQ(value.steered_from, "1");
  EXPECT_EQ(value.where.file, "steering after iteration 12");
  EXPECT_TRUE(value.given);
}

}  // namespace
}  // namespace cardon
