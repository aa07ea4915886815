// SPDX-License-Identifier: Apache-2.0
// The schedule as people read it: headings of bins and stages, tasks in columns, what they do.
#include <gmock/gmock.h>

#include "describe/describe_schedule.hpp"
#include "hand_made.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Task of_stage(int stage) {
  Task task;
  task.stage = stage;
  return task;
}

// What the only task of the step does, without its name.
std::string deed(const HandMade& made) {
  const std::vector<std::string> lines = describe_schedule(made.program);
  return lines.size() == 2 ? lines[1].substr(lines[1].find("  ", 2) + 2) : "several lines";
}

TEST(ScheduleText, IsEmptyWithoutTasks) { EXPECT_THAT(describe_schedule(Program{}), IsEmpty()); }

TEST(ScheduleText, HasTheListsInTheOrderOfARun) {
  HandMade made;
  const int phi = made.field("phi");
  const Task look{.bindings = {read_of(phi, "phi", 0, {1, 1, 1})}};
  made.add(&Program::terminate, "end", Bin::terminate, look);
  made.add(&Program::analysis, "look", Bin::analysis, look);
  made.add(&Program::step, "evolve", Bin::evolve, look);
  made.add(&Program::initial, "start", Bin::initial, {.bindings = {write_of(phi, "phi", 1)}});
  EXPECT_THAT(describe_schedule(made.program),
              ElementsAre("Initial",                              //
                          "  Wave::start   writes past(phi)",     //
                          "Evolve",                               //
                          "  Wave::evolve  reads phi [1]",        //
                          "Analysis, when an output needs it",    //
                          "  Wave::look    reads phi [1]",        //
                          "Terminate, once after the last step",  //
                          "  Wave::end     reads phi [1]"));
}

TEST(ScheduleText, RepeatsAHeadingOnlyAfterAnother) {
  HandMade made;
  made.add(&Program::step, "a", Bin::pre_step);
  made.add(&Program::step, "b", Bin::pre_step);
  made.add(&Program::step, "c", Bin::implicit);
  made.add(&Program::step, "d", Bin::pre_step);
  EXPECT_THAT(describe_schedule(made.program),
              ElementsAre("PreStep", "  Wave::a  ", "  Wave::b  ", "Implicit", "  Wave::c  ",
                          "PreStep", "  Wave::d  "));
}

TEST(ScheduleText, CountsTheStagesOfScalarsToo) {
  HandMade made;
  made.add(&Program::step, "rhs", Bin::evolve_rhs, of_stage(1));
  EXPECT_EQ(describe_schedule(made.program)[0], "EvolveRhs, stage 1 of 1");
  made.add_scalar_task(1, "force", of_stage(3));
  EXPECT_THAT(describe_schedule(made.program),
              ElementsAre("EvolveRhs, stage 1 of 3", "  Wave::rhs    ", "PostStep, stage 3 of 3",
                          "  Wave::force  "));
}

TEST(ScheduleText, SaysHowOftenATaskRunsAndAlignsTheColumns) {
  HandMade made;
  const int phi = made.field("phi");
  Task rare{.bindings = {write_of(phi, "phi")}};
  made.add(&Program::step, "always", Bin::post_step, rare);
  rare.every = 10;
  made.add(&Program::step, "rare", Bin::post_step, rare);
  EXPECT_THAT(describe_schedule(made.program),
              ElementsAre("PostStep",                                   //
                          "  Wave::always                 writes phi",  //
                          "  Wave::rare (every 10 steps)  writes phi"));
}

TEST(ScheduleText, SaysWhichFacesABoundaryFills) {
  HandMade made;
  Task boundary = reader(made.scalar("total"));
  boundary.kind = Task::boundary;
  boundary.bindings = {write_of(made.field("phi"), "phi")};
  boundary.faces[0][0] = boundary.faces[1][1] = boundary.faces[2][1] = true;
  made.add(&Program::step, "flat", Bin::evolve, boundary);
  EXPECT_EQ(deed(made), "fills x-, y+, z+; reads total (all ranks wait)");
}

TEST(ScheduleText, SaysWhichFieldsRotate) {
  HandMade made;
  Task rotate;
  rotate.kind = Task::rotate;
  rotate.fields = {made.field("phi")};
  made.add(&Program::step, "rotate", Bin::evolve, rotate);
  EXPECT_EQ(deed(made), "next levels of phi become current");
  made.program.tasks[0].fields = {made.field("u"), 0, made.field("w")};
  EXPECT_EQ(deed(made), "next levels of u, phi and w become current");
}

TEST(ScheduleText, SaysWhatATaskDoesWithScalars) {
  HandMade made;
  const int total = made.scalar("total"), n = made.scalar("n", true);
  Task task;
  task.reads_scalars = {{.scalar = total, .declared = "Other::total"},
                        {.scalar = n, .declared = "n"},
                        {.scalar = n, .lag = 3, .declared = "n"}};
  task.sets = {{.slot = n, .declared = "n"}, {.slot = 5, .is_rate = true, .declared = "q"}};
  task.scalars = {total, n};
  made.add(&Program::step, "count", Bin::post_step, task);
  EXPECT_EQ(deed(made),
            "reads Other::total (all ranks wait), n, lagged(n, 3); sets n, rhs(q); reduces total, "
            "n");
}

TEST(ScheduleText, SaysWhatATaskDoesInOneOrder) {
  HandMade made;
  Task task = reducer({made.scalar("total")});
  task.bindings = {write_of(made.field("phi"), "phi", FieldRef::next_level),
                   read_of(made.field("pi"), "pi", 2)};
  made.add(&Program::step, "all", Bin::evolve, task);
  EXPECT_EQ(deed(made), "reads past(pi, 2); writes next(phi); reduces total");
}

TEST(ScheduleText, ShowsTasksOfScalarsAtTheirPlaces) {
  HandMade made;
  made.add(&Program::step, "a", Bin::post_step);
  made.add(&Program::step, "b", Bin::post_step);
  made.add_scalar_task(1, "between");
  made.program.initial_scalars = {made.program.step_scalars[0]};
  made.program.initial_scalars[0] = {0, {.name = "Wave::zero", .bin = Bin::initial}};
  EXPECT_THAT(describe_schedule(made.program),
              ElementsAre("Initial", "  Wave::zero     ", "PostStep", "  Wave::a        ",
                          "  Wave::between  ", "  Wave::b        "));
}

}  // namespace
}  // namespace cardon
