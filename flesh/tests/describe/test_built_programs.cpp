// SPDX-License-Identifier: Apache-2.0
// Descriptions of programs that a schedule has made from what a thorn declares.
#include <gmock/gmock.h>

#include <cardon/services/machine.hpp>

#include "describe/describe_schedule.hpp"
#include "describe/scalar_waits.hpp"
#include "schedule/build_program.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TaskDeclaration declared_task(const std::string& name, Bin bin) {
  TaskDeclaration task;
  task.name = name;
  task.function = [](Block&) {};
  task.bin = bin;
  return task;
}

TaskDeclaration writer_of(const std::string& name, const std::string& field) {
  TaskDeclaration task = declared_task(name, Bin::post_step);
  task.writes = {{field, 0, {0, 0, 0}}};
  return task;
}

Program built(const ThornDeclaration& thorn) {
  ScheduleInput input;
  input.thorns = {&thorn};
  input.grid.points = {8, 8, 8};
  std::vector<Problem> problems;
  Program program = build_program(input, problems);
  EXPECT_THAT(problems, IsEmpty()) << format_problems(problems);
  return program;
}

TEST(BuiltPrograms, ShowTheOrderOfBeforeAndAfter) {
  ThornDeclaration thorn;
  thorn.name = "T";
  for (const char* name : {"a", "b", "c"}) {
    thorn.fields.push_back({.name = name, .description = "A field"});
    thorn.tasks.push_back(writer_of(name, name));
  }
  EXPECT_THAT(describe_schedule(built(thorn)),
              ElementsAre("PostStep", "  T::a  writes a", "  T::b  writes b", "  T::c  writes c"));
  thorn.tasks[0].after = {"c"};
  thorn.tasks[2].before = {"b"};
  EXPECT_THAT(describe_schedule(built(thorn)),
              ElementsAre("PostStep", "  T::c  writes c", "  T::a  writes a", "  T::b  writes b"));
}

// What Terminate reads without a lag is combined in each step, although no task of a step waits.
TEST(BuiltPrograms, WaitForScalarsThatTerminateReads) {
  ThornDeclaration thorn;
  thorn.name = "T";
  thorn.fields.push_back({.name = "a", .description = "A field"});
  thorn.scalars = {{.name = "total", .description = "A sum"}};
  TaskDeclaration sum = declared_task("sum", Bin::post_step);
  sum.reduces = {"total"};
  TaskDeclaration use = writer_of("use", "a");
  use.bin = Bin::pre_step;
  use.scalars = {{"total", 3}};
  thorn.tasks = {sum, use};
  EXPECT_THAT(scalar_wait_lines(built(thorn), Machine{}),
              ElementsAre("  T::total is read 3 steps later, after a round trip to rank 0"));
  TaskDeclaration end = declared_task("end", Bin::terminate);
  end.scalars = {{"total", 0}};
  end.reduces = {"end"};
  thorn.scalars.push_back({.name = "end", .description = "Another"});
  thorn.tasks.push_back(end);
  EXPECT_THAT(scalar_wait_lines(built(thorn), Machine{}),
              ElementsAre("  all ranks wait for each other once in a step: before the next step"));
}

}  // namespace
}  // namespace cardon
