// SPDX-License-Identifier: Apache-2.0
// The schedule as programs read it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "describe/describe_schedule.hpp"
#include "hand_made.hpp"

namespace cardon {
namespace {

using nlohmann::json;

json only_task(const HandMade& made) { return schedule_json(made.program)["step"].at(0); }

TEST(ScheduleJson, HasEveryListEvenIfItIsEmpty) {
  Program program;
  program.grid.radius = {3, 0, 1};
  EXPECT_EQ(schedule_json(program), json::parse(R"({"radius": [3, 0, 1], "fields": [],
      "initial": [], "step": [], "analysis": [], "terminate": []})"));
}

TEST(ScheduleJson, PutsEachTaskInItsList) {
  HandMade made;
  made.add(&Program::initial, "start", Bin::initial);
  made.add(&Program::step, "evolve", Bin::evolve);
  made.add(&Program::analysis, "look", Bin::analysis);
  made.add(&Program::terminate, "end", Bin::terminate);
  made.add_scalar_task(0, "count");
  const json schedule = schedule_json(made.program);
  EXPECT_EQ(schedule["initial"][0]["name"], "Wave::start");
  ASSERT_EQ(schedule["step"].size(), 2u);
  EXPECT_EQ(schedule["step"][0]["name"], "Wave::count");
  EXPECT_EQ(schedule["step"][1]["name"], "Wave::evolve");
  EXPECT_EQ(schedule["analysis"][0]["bin"], "Analysis");
  EXPECT_EQ(schedule["terminate"][0]["bin"], "Terminate");
}

TEST(ScheduleJson, OmitsWhatATaskDoesNotHave) {
  HandMade made;
  made.add(&Program::step, "idle", Bin::pre_step);
  EXPECT_EQ(only_task(made),
            json::parse(R"({"name": "Wave::idle", "kind": "compute", "bin": "PreStep", "stage": 0,
      "every": 1, "reads": [], "writes": [], "reduces": []})"));
}

TEST(ScheduleJson, HasBothUsesOfAFieldWithTheirLevels) {
  HandMade made;
  Binding both = read_of(made.field("phi"), "Other::phi", 1, {2, 1, 0});
  both.writes = true;
  made.add(&Program::step, "smooth", Bin::evolve, {.bindings = {both}, .stage = 2, .every = 5});
  const json task = only_task(made);
  EXPECT_EQ(task["reads"],
            json::parse(R"([{"field": "Wave::phi", "level": 1, "radius": [2, 1, 0]}])"));
  EXPECT_EQ(task["writes"], json::parse(R"([{"field": "Wave::phi", "level": 1}])"));
  EXPECT_EQ(task["stage"], 2);
  EXPECT_EQ(task["every"], 5);
}

TEST(ScheduleJson, HasScalarsByTheirFullNames) {
  HandMade made;
  Task task = reader(made.scalar("total"), 4);
  task.scalars = {made.scalar("largest")};
  task.sets = {{.slot = 2, .declared = "n"}, {.slot = 3, .is_rate = true, .declared = "n"}};
  made.add(&Program::step, "count", Bin::post_step, task);
  const json count = only_task(made);
  EXPECT_EQ(count["reads_scalars"], json::parse(R"([{"scalar": "Wave::total", "lag": 4}])"));
  EXPECT_EQ(count["reduces"], json({"largest"}));
  EXPECT_EQ(count["sets"], json({"n", "rhs(n)"}));
}

TEST(ScheduleJson, NamesKindsAndWhatTheyChange) {
  HandMade made;
  Task task{.fields = {made.field("phi"), made.field("pi")}};
  task.faces[1][0] = true;
  for (const Task::Kind kind : {Task::compute, Task::combine, Task::boundary, Task::rotate}) {
    task.kind = kind;
    made.add(&Program::step, "task", Bin::evolve, task);
  }
  const json step = schedule_json(made.program)["step"];
  std::vector<std::string> kinds;
  for (const json& each : step) kinds.push_back(each["kind"]);
  EXPECT_THAT(kinds, ::testing::ElementsAre("compute", "combine", "boundary", "rotate"));
  EXPECT_EQ(step[2]["faces"], json({"y-"}));
  EXPECT_EQ(step[3]["rotates"], json({"Wave::phi", "Wave::pi"}));
  EXPECT_FALSE(step[0].contains("faces") || step[0].contains("rotates"));
  EXPECT_FALSE(step[2].contains("rotates") || step[3].contains("faces"));
}

TEST(ScheduleJson, HasTheCostIfItIsDeclared) {
  HandMade made;
  made.add(&Program::step, "heavy", Bin::evolve, {.flops = 1e15, .serial = true});
  EXPECT_EQ(only_task(made)["flops"], 1e15);
  EXPECT_EQ(only_task(made)["serial"], true);
}

TEST(ScheduleJson, DescribesFields) {
  HandMade made;
  GridFunction& rate = made.program.fields[std::size_t(made.field("phi.rhs"))];
  rate.role = Role::derived;
  rate.internal = true;
  GridFunction& phi = made.program.fields[std::size_t(made.field("phi"))];
  phi.role = Role::evolved;
  phi.past = 2;
  phi.has_next = true;
  made.field("a");
  const json fields = schedule_json(made.program)["fields"];
  EXPECT_EQ(fields[0]["role"], "derived");
  EXPECT_EQ(fields[0]["internal"], true);
  EXPECT_EQ(fields[1], json::parse(R"({"name": "phi", "thorn": "Wave", "role": "evolved",
      "past": 2, "arrays": 4, "overwrites": false, "internal": false})"));
  EXPECT_EQ(fields[2]["role"], "auxiliary");
  EXPECT_EQ(fields[2]["arrays"], 1);
  made.program.fields[1].overwrites = true;
  EXPECT_EQ(schedule_json(made.program)["fields"][1]["arrays"], 3);
}

}  // namespace
}  // namespace cardon
