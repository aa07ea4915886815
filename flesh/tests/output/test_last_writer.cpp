// SPDX-License-Identifier: Apache-2.0
// Which task of a step gives a field its values at the end.
#include <gtest/gtest.h>

#include <algorithm>

#include "output/last_writer.hpp"

namespace cardon {
namespace {

// A wave by leapfrog, and what looks at it: task numbers are those of `Tasks`.
enum Tasks { evolve, edges, rotation, energy, again, slopes };

class LastWriter : public ::testing::Test {
 protected:
  LastWriter() {
    std::fill_n(program.grid.periodic, 3, false);
    program.fields.resize(3);
    program.tasks.resize(6);
    for (int n = 0; n < 6; ++n) program.tasks[std::size_t(n)].id = n;
    writes(evolve, 0, -1);
    boundary(edges, -1);
    program.tasks[rotation].kind = Task::rotate;
    program.tasks[rotation].fields = {0};
    writes(energy, 1, 0);
    program.tasks[again].kind = Task::combine;
    writes(again, 0, -1);
    boundary(slopes, 0);
    program.tasks[slopes].rates = {2};
  }
  void writes(int task, int field, int level) {
    Binding binding;
    binding.field = field;
    binding.level = level;
    binding.writes = true;
    program.tasks[std::size_t(task)].bindings = {binding};
  }
  void boundary(int number, int level) {
    Task& task = program.tasks[std::size_t(number)];
    task.kind = Task::boundary;
    task.fields = {0};
    task.level = level;
    for (auto& faces : task.faces) faces[0] = faces[1] = true;
  }
  std::optional<WatchedField> of(int field, const std::vector<int>& step) const {
    return last_writer(program, step, field);
  }
  Program program;
};

TEST_F(LastWriter, WritesTheLevelThatIsCurrentAfterRotation) {
  const auto found = of(0, {evolve, edges, rotation, energy});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->field, 0);
  EXPECT_EQ(found->task, evolve);
  EXPECT_EQ(found->level, -1);
  EXPECT_EQ(found->boundaries, std::vector<int>{edges});
  const auto analysed = of(1, {evolve, edges, rotation, energy});
  ASSERT_TRUE(analysed);
  EXPECT_EQ(analysed->task, energy);
  EXPECT_EQ(analysed->level, 0);
  EXPECT_TRUE(analysed->boundaries.empty());
}

TEST_F(LastWriter, IsTheLastOne) {
  EXPECT_EQ(of(0, {evolve, edges, again, rotation})->task, again);
  EXPECT_TRUE(of(0, {evolve, edges, again, rotation})->boundaries.empty());
}

TEST_F(LastWriter, IsUnknownWhereValuesMayChangeLater) {
  EXPECT_FALSE(of(0, {evolve, edges, evolve, edges, rotation}));
  EXPECT_FALSE(of(0, {evolve, edges, edges, rotation}));
  EXPECT_FALSE(of(2, {slopes}));
  program.tasks[edges].faces[1][0] = false;
  EXPECT_FALSE(of(0, {evolve, edges, rotation}));
  program.grid.periodic[1] = true;
  EXPECT_TRUE(of(0, {evolve, edges, rotation}));
}

TEST_F(LastWriter, IsNobodyWhereAStepLeavesAFieldAlone) {
  EXPECT_FALSE(of(2, {evolve, edges, rotation, energy}));
  EXPECT_FALSE(of(0, {rotation, evolve, edges}));
  EXPECT_FALSE(of(0, {}));
}

}  // namespace
}  // namespace cardon
