// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "words.hpp"

namespace cardon::cli {
namespace {

TEST(Words, AccessNamesLevelsRadiiAndScalars) {
  TaskDeclaration task;
  task.reads = {{"phi", 0, {1, 1, 1}}, {"phi", 1}, {"Other::rho", 0, {2, 0, 1}}};
  task.writes = {{"phi", FieldRef::rhs_level}, {"psi", FieldRef::next_level}};
  task.reduces = {"total", "most"};
  EXPECT_EQ(access_text(task),
            "reads phi (1), past(phi), Other::rho (2, 0, 1); writes rhs(phi), next(psi); reduces "
            "total, most");
  TaskDeclaration scalars;
  scalars.scalars = {{"force"}, {"Other::total", 2}};
  scalars.sets = {{"velocity", 0, true}, {"charge"}};
  EXPECT_EQ(access_text(scalars),
            "reads force, lagged(Other::total, 2); sets rhs(velocity), charge");
  EXPECT_EQ(access_text({}), "");
}

TEST(Words, ConditionsOfATask) {
  TaskDeclaration task;
  EXPECT_EQ(condition_text(task), "");
  task.every = 10;
  task.when = {{"initial", "gaussian"}, {"order", "4"}};
  EXPECT_EQ(condition_text(task), "every 10 steps, when initial = gaussian, when order = 4");
}

// Only one that is reduced has a kind of reduction.
TEST(Words, KindsOfScalars) {
  ScalarDeclaration scalar;
  EXPECT_EQ(scalar_kind_text(scalar), "sum");
  scalar.kind = Reduce::linf;
  EXPECT_EQ(scalar_kind_text(scalar), "linf");
  scalar.is_state = true;
  EXPECT_EQ(scalar_kind_text(scalar), "set by tasks");
  scalar.evolved = true;
  EXPECT_EQ(scalar_kind_text(scalar), "evolved");
}

}  // namespace
}  // namespace cardon::cli
