// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn.hpp>
#include <cmath>

#include "check/missing_writes.hpp"
#include "check/stencil_probe.hpp"
#include "toy_program.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void leapfrog(Block& block) {
  auto u = block.read(phi), old = block.read(past(phi));
  auto new_u = block.write(next(phi));
  block.for_each(
      "leapfrog",
      KOKKOS_LAMBDA(const Point& p) { new_u(p) = 2 * u(p) - old(p) + 0.1 * laplacian(u, p); });
}

void fourth_order(Block& block) {
  auto u = block.read(phi), old = block.read(past(phi));
  auto new_u = block.write(next(phi));
  block.for_each(
      "fourth_order",
      KOKKOS_LAMBDA(const Point& p) { new_u(p) = 2 * u(p) - old(p) + 0.1 * laplacian<4>(u, p); });
}

void one_diagonal(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  block.for_each(
      "one_diagonal", KOKKOS_LAMBDA(const Point& p) { v(p) = u(p) + u(p, 1, -2, 0); });
}

/// Takes the position in the storage for the index in the grid.
void striped_storage(Block& block) {
  auto v = block.write(psi);
  block.for_each(
      "striped_storage", KOKKOS_LAMBDA(const Point& p) { v(p) = p.a % 7; });
}

void striped(Block& block) {
  auto v = block.write(psi);
  block.for_each(
      "striped", KOKKOS_LAMBDA(const Point& p) { v(p) = p.i() % 7 + p.x(); });
}

/// Looks two points to the left only where phi is negative.
void upwind(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  block.for_each(
      "upwind",
      KOKKOS_LAMBDA(const Point& p) { v(p) = u(p) < 0 ? u(p, -2, 0, 0) : u(p, 1, 0, 0); });
}

/// Looks further than one point only at the upper face of y, and next to the lower one of x.
void one_sided(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  const int last = block.points(1) - 1;
  block.for_each(
      "one_sided", KOKKOS_LAMBDA(const Point& p) {
        v(p) = u(p, 1, 0, 0) - u(p, 0, -1, 0);
        if (p.j() == last) v(p) = u(p, 0, -2, 0);
        if (p.i() == 1) v(p) = u(p, 3, 0, 0);
      });
}

/// fmax() drops NaN, so that poison alone would not show the read.
void limited(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  block.for_each(
      "limited", KOKKOS_LAMBDA(const Point& p) { v(p) = std::fmax(u(p), u(p, 0, 0, 1)); });
}

void stray(Block& block) {
  auto v = block.write(psi);
  block.for_each(
      "stray", KOKKOS_LAMBDA(const Point& p) {
        v(p) = 1;
        Point q = p;
        ++q.a;
        v(q) = 2;
      });
}

void accumulate(Block& block) {
  auto v = block.write(psi);
  block.for_each(
      "accumulate", KOKKOS_LAMBDA(const Point& p) { v(p) += p.x(); });
}

void write_half(Block& block, FieldRef field) {
  auto v = block.write(field);
  block.for_each(
      "write_half", KOKKOS_LAMBDA(const Point& p) {
        if (p.x() > 0.2) v(p) = 3;
      });
}
void half_of_space(Block& block) { write_half(block, psi); }
void half_of_next(Block& block) { write_half(block, next(phi)); }

void where_positive(Block& block) {
  auto u = block.read(psi);
  auto v = block.write(next(phi));
  block.for_each(
      "where_positive", KOKKOS_LAMBDA(const Point& p) {
        if (u(p) > 0) v(p) = u(p);
      });
}

void damp(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(phi);
  block.for_each(
      "damp", KOKKOS_LAMBDA(const Point& p) { v(p) = 0.5 * u(p); });
}

void undeclared(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  block.for_each(
      "undeclared", KOKKOS_LAMBDA(const Point& p) { v(p) = u(p); });
}

void constant(Block& block) {
  auto v = block.write(psi);
  block.for_each(
      "constant", KOKKOS_LAMBDA(const Point& p) { v(p) = 1; });
}

void nothing(Block&) {}

/// An eighth of the grid, away from its middle and its lower corner.
void far_corner(Block& block) {
  auto v = block.write(next(phi));
  block.for_each(
      "far_corner", KOKKOS_LAMBDA(const Point& p) {
        if (p.i() > 8 && p.j() > 8 && p.k() > 8) v(p) = 3;
      });
}

void refusing(Block&) { throw Error(Problem{.slug = "toy/value", .message = "no such value"}); }

void counting(Block& block) {
  static Real calls = 0;
  const Real count = ++calls;
  auto v = block.write(psi);
  block.for_each(
      "counting", KOKKOS_LAMBDA(const Point& p) { v(p) = count; });
}

void sum_up(Block& block) {
  auto u = block.read(phi);
  block.reduce(total, [=](const Point& p) { return u(p, 1, 0, 0); });
}

class StencilProbeTest : public ToyProgram {
 protected:
  void dimensions(int n) { set_grid(n, 17); }
  void probe() {
    errors = warnings = {};
    found = probe_stencils(program, parameters);
    for (const Problem& p : found.problems) errors += format_problem(p);
    for (const Problem& p : found.warnings) warnings += format_problem(p);
  }

  StencilProbe found;
  std::string errors, warnings;
};

constexpr Index3 one{1, 1, 1}, two{2, 2, 2};

TEST_F(StencilProbeTest, HonestTaskPasses) {
  for (const int n : {1, 2, 3}) {
    dimensions(n);
    program.tasks.clear();
    add("leapfrog", leapfrog, {read_of(phi, one), read_of(phi, {0, 0, 0}, 1), write_of(phi, -1)});
    probe();
    EXPECT_THAT(errors, IsEmpty()) << n;
    EXPECT_THAT(warnings, IsEmpty()) << n;
  }
}

TEST_F(StencilProbeTest, ReadBeyondTheStencilIsNamedWithTheFix) {
  for (const int n : {1, 2, 3}) {
    dimensions(n);
    program.tasks.clear();
    add("evolve", fourth_order, {read_of(phi, one), read_of(phi, {0, 0, 0}, 1), write_of(phi, -1)});
    probe();
    EXPECT_THAT(errors, HasSubstr("[schedule/stencil]")) << n;
    EXPECT_THAT(errors, HasSubstr("Toy::evolve reads phi at offset ("));
    EXPECT_THAT(errors, HasSubstr("but declares stencil(1)"));
    EXPECT_THAT(errors, HasSubstr("help: declare reads(phi, stencil(2))"));
  }
}

TEST_F(StencilProbeTest, PointwiseReadMayNotLookAround) {
  add("leapfrog", leapfrog, {read_of(phi), read_of(phi, {0, 0, 0}, 1), write_of(phi, -1)});
  probe();
  EXPECT_THAT(errors, HasSubstr("but declares a read at the point only"));
  EXPECT_THAT(errors, HasSubstr("also at offsets"));
  EXPECT_THAT(errors, HasSubstr("and 1 more"));
  EXPECT_THAT(errors, HasSubstr("reads(phi, stencil(1))"));
}

TEST_F(StencilProbeTest, SingleOffDiagonalOffsetIsFound) {
  add("diagonal", one_diagonal, {read_of(phi, one), write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("at offset (1, -2, 0), but declares stencil(1)"));
  EXPECT_THAT(errors, HasSubstr("stencil(1, 2, 1)"));
  EXPECT_THAT(errors, ::testing::Not(HasSubstr("also at")));
}

TEST_F(StencilProbeTest, BranchesThatDependOnTheDataAreSeen) {
  dimensions(1);
  add("upwind", upwind, {read_of(phi, one), write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("at offset (-2, 0, 0)"));
}

TEST_F(StencilProbeTest, WiderStencilsAtFacesAreSeen) {
  program.grid.points = {17, 17, 17};
  add("one_sided", one_sided, {read_of(phi, {3, 2, 0}), write_of(psi)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(warnings, IsEmpty());
  add("wider", one_sided, {read_of(phi, {3, 3, 0}), write_of(psi)});
  probe();
  EXPECT_THAT(warnings, HasSubstr("was seen to use stencil(3, 2, 0) only"));
}

TEST_F(StencilProbeTest, ReadsThatDropNaNAreSeen) {
  add("limited", limited, {read_of(phi), write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("at offset (0, 0, 1)"));
}

TEST_F(StencilProbeTest, WriteAwayFromThePoint) {
  add("stray", stray, {write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("Toy::stray writes psi at offset (1, 0, 0)"));
  EXPECT_THAT(errors, HasSubstr("[schedule/write-offset]"));
}

TEST_F(StencilProbeTest, OldValueOfAWrittenFieldIsARead) {
  add("accumulate", accumulate, {write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("[schedule/undeclared]"));
  EXPECT_THAT(errors, HasSubstr("declare reads(psi) as well"));
}

TEST_F(StencilProbeTest, UpdateInPlacePasses) {
  add("damp", damp, {bound(phi, 0, true, true)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(StencilProbeTest, UndeclaredFieldIsCollected) {
  add("undeclared", undeclared, {write_of(psi)});
  add("diagonal", one_diagonal, {read_of(phi, one), write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("[schedule/undeclared]"));
  EXPECT_THAT(errors, HasSubstr("[schedule/stencil]"));
}

TEST_F(StencilProbeTest, UndeclaredScalarAndReachOfReductions) {
  add("sum_up", sum_up, {read_of(phi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("Toy::sum_up reduces Toy::total, which it does not declare"));
  EXPECT_THAT(errors, HasSubstr("at offset (1, 0, 0)"));
}

TEST_F(StencilProbeTest, HiddenStateIsFound) {
  add("counting", counting, {write_of(psi)});
  probe();
  EXPECT_THAT(errors, HasSubstr("[schedule/impure]"));
}

TEST_F(StencilProbeTest, PositionsInTheStorageAreNoIndices) {
  program.grid.points = {16, 16, 16};
  add("striped", striped, {write_of(psi)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  add("striped_storage", striped_storage, {write_of(psi)});
  for (const bool periodic : {true, false}) {
    for (bool& direction : program.grid.periodic) direction = periodic;
    probe();
    EXPECT_THAT(errors,
                HasSubstr("Toy::striped_storage gives a different result for the copy of a point"));
    EXPECT_THAT(errors, HasSubstr("[schedule/storage-index]"));
  }
}

TEST_F(StencilProbeTest, NextLevelsThatAreNotWrittenAreErrors) {
  add("nothing", nothing, {write_of(phi, -1)});
  probe();
  EXPECT_THAT(errors, HasSubstr("Toy::nothing declares to write next(phi), but does not"));
  EXPECT_THAT(errors, HasSubstr("[schedule/unwritten]"));
  EXPECT_TRUE(found.warnings.empty());
}

TEST_F(StencilProbeTest, NextLevelsThatAreWrittenAtSomePointsAreErrors) {
  add("half_of_next", half_of_next, {write_of(phi, -1)});
  probe();
  EXPECT_THAT(errors, HasSubstr("Toy::half_of_next declares to write next(phi), but leaves it "
                                "alone at some points"));
  EXPECT_THAT(errors, HasSubstr("[schedule/unwritten]"));
  EXPECT_TRUE(found.warnings.empty());
  EXPECT_THROW(require_writes(program, parameters), Error);
}

TEST_F(StencilProbeTest, TwoTasksMayShareThePointsOfALevel) {
  add("half_of_next", half_of_next, {write_of(phi, -1)});
  add("other_half", half_of_next, {write_of(phi, -1)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_EQ(found.warnings.size(), 2u);
  require_writes(program, parameters);
}

TEST_F(StencilProbeTest, WritesLeftOutAtValuesThatDoNotOccurAreWarnings) {
  add("where_positive", where_positive, {read_of(psi), write_of(phi, -1)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(warnings, HasSubstr("leaves it alone at some points"));
  require_writes(program, parameters);
}

TEST_F(StencilProbeTest, WhoReadsALevelAsWellMayLeaveItAlone) {
  add("nothing", nothing, {bound(phi, -1, true, true)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  require_writes(program, parameters);
}

TEST_F(StencilProbeTest, RunsRefuseLevelsThatAreNeverWritten) {
  add("leapfrog", leapfrog, {read_of(phi, one), read_of(phi, {0, 0, 0}, 1), write_of(phi, -1)});
  add("nothing", nothing, {write_of(psi)});
  require_writes(program, parameters);
  add("nothing", nothing, {write_of(phi, -1)});
  add("again", nothing, {write_of(phi, -1)});
  try {
    require_writes(program, parameters);
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_THAT(error.problems()[1].message, HasSubstr("Toy::again declares to write next(phi)"));
  }
}

TEST_F(StencilProbeTest, WritesFarFromThePointsTriedFirstAreSeen) {
  add("far_corner", far_corner, {write_of(phi, -1)});
  add("elsewhere", half_of_next, {write_of(phi, -1)});
  require_writes(program, parameters);
}

TEST_F(StencilProbeTest, RunsPassOverTasksThatThrow) {
  add("refusing", refusing, {write_of(phi, -1)});
  require_writes(program, parameters);
}

TEST_F(StencilProbeTest, NeedlessDeclarationsAreWarnings) {
  add("leapfrog", leapfrog, {read_of(phi, two), read_of(phi, {0, 0, 0}, 1), write_of(phi, -1)});
  add("constant", constant, {read_of(phi), write_of(psi)});
  add("half_of_space", half_of_space, {write_of(psi)});
  probe();
  EXPECT_THAT(errors, IsEmpty());
  std::vector<std::string> slugs;
  for (const Problem& p : found.warnings) slugs.push_back(p.slug);
  EXPECT_THAT(slugs, ElementsAre("schedule/wide-stencil", "schedule/unused", "schedule/unwritten"));
  EXPECT_THAT(warnings,
              HasSubstr("declares stencil(2) for phi, but was seen to use stencil(1) only"));
  EXPECT_THAT(
      warnings,
      HasSubstr("Toy::half_of_space declares to write psi, but leaves it alone at some points"));
}

TEST_F(StencilProbeTest, StagesOfAnIntegratorAreReportedOnce) {
  for (const char* name : {"diagonal [1/2]", "diagonal [2/2]"})
    add(name, one_diagonal, {read_of(phi, one), write_of(psi)});
  EXPECT_EQ(probe_stencils(program, parameters).problems.size(), 1u);
}

}  // namespace
}  // namespace cardon
