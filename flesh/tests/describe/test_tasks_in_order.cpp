// SPDX-License-Identifier: Apache-2.0
// Tasks of scalars are shown where they are carried out: among those of the grid.
#include <gmock/gmock.h>

#include "describe/tasks_in_order.hpp"
#include "hand_made.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

HandMade three_tasks() {
  HandMade made;
  for (const char* name : {"a", "b", "c"}) made.add(&Program::step, name, Bin::post_step);
  return made;
}

std::vector<std::string> step_names(const Program& program) {
  std::vector<std::string> names;
  for (const Task* task : tasks_in_order(program, program.step, program.step_scalars))
    names.push_back(task->name.substr(6));
  return names;
}

TEST(TasksInOrder, FollowTheListAndNotTheNumbers) {
  HandMade made = three_tasks();
  made.program.step = {2, 0};
  EXPECT_THAT(step_names(made.program), ElementsAre("c", "a"));
  made.program.step = {1, 0, 1};
  EXPECT_THAT(step_names(made.program), ElementsAre("b", "a", "b"));
}

TEST(TasksInOrder, HaveScalarsBeforeTheTaskAtTheirPosition) {
  HandMade made = three_tasks();
  made.add_scalar_task(0, "first");
  made.add_scalar_task(2, "middle");
  made.add_scalar_task(3, "last");
  EXPECT_THAT(step_names(made.program), ElementsAre("first", "a", "b", "middle", "c", "last"));
}

TEST(TasksInOrder, KeepTheOrderOfScalarsAtOnePosition) {
  HandMade made = three_tasks();
  for (const char* name : {"z", "y", "x"}) made.add_scalar_task(1, name);
  EXPECT_THAT(step_names(made.program), ElementsAre("a", "z", "y", "x", "b", "c"));
}

TEST(TasksInOrder, AreScalarsAloneWithoutAGrid) {
  HandMade made;
  EXPECT_THAT(step_names(made.program), IsEmpty());
  made.add_scalar_task(0, "only");
  EXPECT_THAT(step_names(made.program), ElementsAre("only"));
}

TEST(TasksInOrder, AreThoseOfTheProgramAndNoCopies) {
  HandMade made = three_tasks();
  made.add_scalar_task(1, "scalar");
  const Program& program = made.program;
  EXPECT_THAT(tasks_in_order(program, {1, 2}, program.step_scalars),
              ElementsAre(&program.tasks[1], &program.step_scalars[0].task, &program.tasks[2]));
}

}  // namespace
}  // namespace cardon
