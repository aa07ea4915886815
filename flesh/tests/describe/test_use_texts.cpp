// SPDX-License-Identifier: Apache-2.0
// What a task reads and writes in words: levels, radii, and vectors as one.
#include <gmock/gmock.h>

#include "describe/use_texts.hpp"
#include "hand_made.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int next = FieldRef::next_level, rhs = FieldRef::rhs_level;

struct WithVector : HandMade {
  WithVector() {
    for (const char* name : {"B_x", "B_y", "B_z"}) B.push_back(field(name, "B"));
    phi = field("phi");
  }
  std::vector<std::string> reads() const { return read_texts(program, task); }
  std::vector<std::string> writes() const { return write_texts(program, task); }
  std::vector<int> B;
  int phi = 0;
  Task task;
};

TEST(UseTexts, NameTheLevel) {
  WithVector w;
  for (const int level : {0, 1, 2}) w.task.bindings.push_back(read_of(w.phi, "phi", level));
  w.task.bindings.push_back(write_of(w.phi, "phi", next));
  w.task.bindings.push_back(write_of(w.phi, "phi", rhs));
  EXPECT_THAT(w.reads(), ElementsAre("phi", "past(phi)", "past(phi, 2)"));
  EXPECT_THAT(w.writes(), ElementsAre("next(phi)", "rhs(phi)"));
}

TEST(UseTexts, AreEmptyForATaskThatUsesNoField) {
  const WithVector w;
  EXPECT_THAT(w.reads(), IsEmpty());
  EXPECT_THAT(w.writes(), IsEmpty());
}

TEST(UseTexts, ShowRadiiOfTheDirectionsThatTheGridHas) {
  WithVector w;
  w.task.bindings = {read_of(w.phi, "phi", 0, {2, 1, 0}), read_of(w.B[0], "B_x", 0, {3, 3, 3}),
                     read_of(w.B[1], "B_y", 0, {0, 0, 1})};
  EXPECT_THAT(w.reads(), ElementsAre("phi [2, 1, 0]", "B_x [3]", "B_y [0, 0, 1]"));
  w.program.grid.dimensions = 2;
  w.task.bindings.pop_back();
  EXPECT_THAT(w.reads(), ElementsAre("phi [2, 1]", "B_x [3]"));
  w.program.grid.dimensions = 1;
  EXPECT_THAT(w.reads(), ElementsAre("phi [2]", "B_x [3]"));
}

TEST(UseTexts, ShowTheRadiusOfAFieldThatIsReadAndWrittenOnlyWithTheRead) {
  WithVector w;
  w.task.bindings = {read_of(w.phi, "phi", 0, {1, 1, 1})};
  w.task.bindings[0].writes = true;
  EXPECT_THAT(w.reads(), ElementsAre("phi [1]"));
  EXPECT_THAT(w.writes(), ElementsAre("phi"));
}

TEST(UseTexts, SayAVectorThatIsUsedAlikeOnce) {
  WithVector w;
  for (const int b : w.B) {
    const std::string& name = w.program.fields[std::size_t(b)].name;
    w.task.bindings.push_back(read_of(b, "Other::" + name, 1, {2, 2, 2}));
    w.task.bindings.push_back(write_of(b, name, next));
  }
  EXPECT_THAT(w.reads(), ElementsAre("past(Other::B) [2]"));
  EXPECT_THAT(w.writes(), ElementsAre("next(B)"));
}

TEST(UseTexts, SayComponentsThatAreUsedDifferentlyOneByOne) {
  WithVector w;
  w.task.bindings = {read_of(w.B[0], "B_x", 0, {2, 0, 0}), read_of(w.B[1], "B_y"),
                     read_of(w.B[2], "B_z")};
  for (Binding& b : w.task.bindings) b.writes = true;
  EXPECT_THAT(w.reads(), ElementsAre("B_x [2, 0, 0]", "B_y", "B_z"));
  EXPECT_THAT(w.writes(), ElementsAre("B")) << "radii are of reads only";
  w.task.bindings.pop_back();
  EXPECT_THAT(w.writes(), ElementsAre("B_x", "B_y"));
}

TEST(UseTexts, DoNotMixLevelsOfAVector) {
  WithVector w;
  w.task.bindings = {read_of(w.B[0], "B_x"), read_of(w.B[1], "B_y"), read_of(w.B[2], "B_z", 1)};
  EXPECT_THAT(w.reads(), ElementsAre("B_x", "B_y", "past(B_z)"));
}

TEST(UseTexts, DoNotCountTheVectorOfAnotherThorn) {
  WithVector w;
  const int other = w.field("B_x", "B", "Other");
  for (const int b : w.B)
    w.task.bindings.push_back(write_of(b, w.program.fields[std::size_t(b)].name));
  EXPECT_THAT(w.writes(), ElementsAre("B"));
  w.task.bindings.push_back(write_of(other, "Other::B_x"));
  w.task.bindings.erase(w.task.bindings.begin());
  EXPECT_THAT(w.writes(), ElementsAre("B_y", "B_z", "Other::B"));
}

// A thorn says rhs(B); the integrator calls the same fields by their own names.
TEST(UseTexts, CallRightHandSidesAsTheTaskDoes) {
  WithVector w;
  for (const char* name : {"B_x", "B_y", "B_z"}) {
    const int rate = w.field(std::string(name) + ".rhs", "B.rhs");
    Binding written = write_of(rate, name, 0);
    written.declared_level = rhs;
    w.task.bindings.push_back(written);
    w.task.bindings.push_back(read_of(rate, std::string(name) + ".rhs"));
  }
  EXPECT_THAT(w.writes(), ElementsAre("rhs(B)"));
  EXPECT_THAT(w.reads(), ElementsAre("B.rhs"));
}

TEST(UseTexts, KeepTheOrderOfTheDeclaration) {
  WithVector w;
  w.task.bindings = {read_of(w.B[1], "B_y"), read_of(w.phi, "phi"), read_of(w.B[0], "B_x"),
                     read_of(w.B[2], "B_z")};
  EXPECT_THAT(w.reads(), ElementsAre("B", "phi"));
}

}  // namespace
}  // namespace cardon
