// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn.hpp>

#include "check/stencil_probe.hpp"
#include "toy_program.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

void reduces_nothing(Block&) {}

/// Reduces where its region holds a plane that no point tried by itself lies in.
void one_plane(Block& block) {
  auto u = block.read(phi);
  const Box& box = block.context().owned;
  if (box.lo[2] <= 5 && box.hi[2] > 5) block.reduce(total, [=](const Point& p) { return u(p); });
}

/// At even iterations only.
void every_other(Block& block) {
  auto u = block.read(phi);
  if (block.iteration() % 2 == 0) block.reduce(total, [=](const Point& p) { return u(p); });
}

class ReductionProbeTest : public ToyProgram {
 protected:
  void probe() {
    errors = warnings = {};
    found = probe_stencils(program, parameters);
    for (const Problem& p : found.problems) errors += format_problem(p);
    for (const Problem& p : found.warnings) warnings += format_problem(p);
  }

  StencilProbe found;
  std::string errors, warnings;
};

TEST_F(ReductionProbeTest, ReductionsLeftOutOnTheWholeGridAreErrors) {
  add("one_plane", one_plane, {read_of(phi)}).scalars = {0};
  add("every_other", every_other, {read_of(phi)}).scalars = {0};
  probe();
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(warnings, Not(HasSubstr("declares to reduce")));
  add("nothing", reduces_nothing, {}).scalars = {0};
  probe();
  ASSERT_EQ(found.problems.size(), 1u) << errors;
  EXPECT_EQ(found.problems[0].slug, "schedule/unreduced");
  EXPECT_THAT(errors, HasSubstr("Toy::nothing declares to reduce Toy::total, but does not"));
  EXPECT_THAT(errors, HasSubstr("reduce it at every point, or do not declare total"));
}

TEST_F(ReductionProbeTest, ReductionsThatScalarsMayDecideAreWarnings) {
  Task& task = add("nothing", reduces_nothing, {});
  task.scalars = {0};
  task.reads_scalars = {{0, 1, "total"}};
  probe();
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(warnings, HasSubstr("Toy::nothing declares to reduce Toy::total, but does not"));
}

}  // namespace
}  // namespace cardon
