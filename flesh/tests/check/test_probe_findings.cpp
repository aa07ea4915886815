// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/field.hpp>

#include "check/probe_findings.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

/// A task that reads the components of a tensor g with stencil(2).
class ProbeFindingsTest : public ::testing::Test {
 protected:
  ProbeFindingsTest() {
    task.name = "Toy::task";
    findings.task = &task;
    findings.program = &program;
    for (const char* name : {"g_xx", "g_xy", "g_yy"}) {
      GridFunction& g = program.fields.emplace_back();
      g.id = int(program.fields.size()) - 1;
      g.name = name;
      g.group = "g";
      Binding& b = task.bindings.emplace_back();
      b.field = g.id;
      b.declared = name;
    }
    for (const Binding& b : task.bindings) {
      SlotFindings& s = findings.slots.emplace_back();
      s.binding = &b;
      s.reads = true;
      s.declared = {2, 2, 2};
    }
  }
  void uses(std::size_t slot, Index3 radius) {
    findings.slots[slot].used_at_all = true;
    findings.slots[slot].used = radius;
  }
  std::vector<Problem> warnings() const {
    std::vector<Problem> found;
    append_warnings(findings, found);
    return found;
  }

  std::vector<Problem> errors() const {
    std::vector<Problem> found;
    append_errors(findings, found);
    return found;
  }

  Program program;
  Task task;
  TaskFindings findings;
};

TEST_F(ProbeFindingsTest, OneDeclarationGetsOneAdvice) {
  uses(0, {1, 0, 0});
  uses(2, {0, 1, 1});
  const std::vector<Problem> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].message, HasSubstr("declares stencil(2) for g, but was seen to use "
                                          "stencil(1) only"));
  EXPECT_THAT(found[0].help, HasSubstr("declare reads(g, stencil(1)), in C++ Read<g, 1>"));
  uses(1, {2, 2, 2});
  EXPECT_TRUE(warnings().empty());
}

TEST_F(ProbeFindingsTest, DirectionsThatTheGridLacksAreNotNamed) {
  program.grid.dimensions = 2;
  for (SlotFindings& s : findings.slots) s.declared = {2, 2, 0};
  uses(0, {1, 2, 0});
  EXPECT_THAT(warnings().at(0).help,
              HasSubstr("declare reads(g, stencil(1, 2, 0)), in C++ Read<g, 1, 2, 0>"));
  uses(0, {0, 1, 0});
  EXPECT_THAT(warnings().at(0).help, HasSubstr("declare reads(g, stencil(0, 1, 0))"));
  uses(0, {1, 1, 0});
  EXPECT_THAT(warnings().at(0).help, HasSubstr("declare reads(g, stencil(1))"));
}

TEST_F(ProbeFindingsTest, UnusedComponentsAreToldTogether) {
  const std::vector<Problem> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].message, HasSubstr("declares to read g, but was not seen to use it"));
}

TEST_F(ProbeFindingsTest, NobodyIsToldToRemoveAFieldOfWhichAComponentIsWritten) {
  for (SlotFindings& s : findings.slots) {
    s.reads = false;
    s.writes = true;
  }
  EXPECT_TRUE(warnings().empty());
  ASSERT_EQ(errors().size(), 1u);
  EXPECT_EQ(errors()[0].message, "Toy::task declares to write g, but left it alone");
  EXPECT_THAT(errors()[0].help, HasSubstr("write g, or remove g from writes(), or "));
  findings.slots[2].never_written = false;
  EXPECT_THAT(warnings().at(0).message, HasSubstr("declares to write g_xx, but left it alone"));
  EXPECT_THAT(warnings().at(0).help, HasSubstr("write it everywhere"));
}

TEST_F(ProbeFindingsTest, FieldsThatOneTaskLeavesAloneAreToldTogether) {
  for (SlotFindings& s : findings.slots) {
    s.reads = false;
    s.writes = true;
  }
  const auto declare = [this](const char* name) {
    Binding& b = task.bindings[0];
    b.declared = name;
    findings.slots[0].binding = &b;
  };
  declare("h");
  EXPECT_EQ(errors().size(), 1u);
  EXPECT_THAT(errors().at(0).message, HasSubstr("declares to write h and g, but left them alone"));
  EXPECT_THAT(errors().at(0).help, HasSubstr("a condition, when()"));
  EXPECT_TRUE(warnings().empty());
}

TEST_F(ProbeFindingsTest, WhoReadsWhatItWritesMayLeaveItAlone) {
  for (SlotFindings& s : findings.slots) s.writes = true;
  EXPECT_TRUE(errors().empty());
  EXPECT_THAT(warnings().back().message, HasSubstr("declares to write g, but left it alone"));
}

TEST_F(ProbeFindingsTest, NobodyIsToldToKeepAnOldRightHandSide) {
  findings.slots.resize(1);
  findings.slots[0].reads = false;
  findings.slots[0].writes = findings.slots[0].left_alone = true;
  findings.slots[0].never_written = false;
  EXPECT_THAT(warnings().at(0).help, HasSubstr("or declare reads(g)"));
  task.bindings[0].declared_level = FieldRef::rhs_level;
  EXPECT_EQ(warnings().at(0).help, "write it everywhere");
}

}  // namespace
}  // namespace cardon
