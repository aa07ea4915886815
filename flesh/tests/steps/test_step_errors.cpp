// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "steps/step_errors.hpp"

namespace cardon {
namespace {

/// A field of 4 points in x with its estimate, and a scalar with its own.
struct ErrorCase {
  ErrorCase() {
    program.grid.dimensions = 1;
    program.grid.points = {4, 1, 1};
    program.scalars = {{.id = 0, .name = "q", .thorn = "T", .start = 2, .is_state = true}};
    program.scalar_slots = 2;
    rule.tolerance = 0.1;
    rule.absolute = 0.5;
    rule.estimate_order = 2;
  }

  Real largest(const std::vector<Real>& values, const std::vector<Real>& estimates) {
    const ParameterRegistry registry;
    const ParameterSet none(registry);
    const ScalarState scalars(program, none);
    StepErrors errors(program, rule, scalars);
    errors.begin();
    errors.look_at([&](int field) {
      return FieldPiece{{{0, 0, 0}, {4, 1, 1}}, (field == 0 ? values : estimates).data()};
    });
    return errors.largest();
  }

  Program program;
  StepRule rule;
};

TEST(StepErrors, AreTheLargestInUnitsOfWhatIsAllowed) {
  ErrorCase c;
  c.program.estimates = {{0, 1}};
  EXPECT_DOUBLE_EQ(c.largest({0, 5, 0, -5}, {0.25, 0, 0, -3}), 3);
  EXPECT_DOUBLE_EQ(c.largest({0, 5, 0, -5}, {0.25, 0, 0, 0}), 0.5);
}

TEST(StepErrors, ThatAreNoNumbersAreInfinite) {
  ErrorCase c;
  c.program.estimates = {{0, 1}};
  EXPECT_TRUE(std::isinf(c.largest({0, 0, 0, 0}, {1, std::nan(""), 1, 1})));
  EXPECT_TRUE(std::isinf(c.largest({0, std::nan(""), 0, 0}, {1, 1, 1, 1})));
}

TEST(StepErrors, LeaveBoundaryPointsOut) {
  ErrorCase c;
  c.program.estimates = {{0, 1, Region::interior}};
  c.program.grid.periodic[0] = false;
  c.program.grid.faces[0][0].owned_layers = 1;
  EXPECT_EQ(c.largest({0, 0, 0, 0}, {7, 0, 0, 0}), 0);
}

TEST(StepErrors, AllowTheStepThatKeepsToTheTolerance) {
  StepRule rule;
  rule.estimate_order = 2;
  EXPECT_DOUBLE_EQ(StepErrors::longest_step(rule, 0.5, 8), 0.25);
  EXPECT_DOUBLE_EQ(StepErrors::longest_step(rule, 0.5, 1), 0.5);
  EXPECT_DOUBLE_EQ(StepErrors::longest_step(rule, 0.5, 0), 2.5);
  EXPECT_DOUBLE_EQ(StepErrors::longest_step(rule, 0.5, std::numeric_limits<Real>::infinity()), 0.1);
}

}  // namespace
}  // namespace cardon
