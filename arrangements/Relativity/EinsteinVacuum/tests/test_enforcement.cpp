// SPDX-License-Identifier: Apache-2.0
// What is enforced after each step, and that values that are not a metric do not pass unnoticed.
#include <gtest/gtest.h>

#include "enforcement.hpp"

namespace cardon::einstein {
namespace {

const ConformalPart some{{{1.2, 0.1, -0.2, 0.9, 0.3, 1.1}}, {{0.5, -0.1, 0.2, 0.7, 0.3, -0.4}}};

bool is_finite(const Symmetric<Real>& a) {
  for (const Real c : a.c)
    if (!std::isfinite(c)) return false;
  return true;
}

TEST(Enforcement, MakesTheDeterminant1AndTheTrace0) {
  const ConformalPart u = enforced(some, 0.8);
  EXPECT_NEAR(determinant(u.metric), 1, 1e-14);
  EXPECT_NEAR(contract(inverse(u.metric), u.curvature), 0, 1e-14);
}

TEST(Enforcement, SpoilsTheMetricWhereTheDeterminantIsNegative) {
  ConformalPart u = some;
  u.metric(1, 1) = -0.9;
  EXPECT_FALSE(is_finite(enforced(u, 0.8).metric));
}

TEST(Enforcement, SpoilsTheMetricWhereTheFactorIsNotPositive) {
  EXPECT_FALSE(is_finite(enforced(some, 0).metric));
  EXPECT_FALSE(is_finite(enforced(some, -0.8).metric));
}

}  // namespace
}  // namespace cardon::einstein
