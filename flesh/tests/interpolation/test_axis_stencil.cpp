// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "interpolation/axis_stencil.hpp"

namespace cardon {
namespace {

Grid line(int points, bool periodic, Centring centring) {
  Grid grid;
  grid.dimensions = 1;
  grid.points = {points, 1, 1};
  grid.lower[0] = -0.3;
  grid.upper[0] = 1.1;
  grid.periodic[0] = periodic;
  grid.centring = centring;
  const bool cell = centring == Centring::cell;
  grid.spacing[0] = 1.4 / (periodic || cell ? points : points - 1);
  grid.origin[0] = grid.lower[0] + (cell ? 0.5 * grid.spacing[0] : 0);
  return grid;
}

// Of x^degree, at unwrapped coordinates of the stencil's points.
Real apply(const Grid& grid, const AxisStencil& stencil, int derivative, int degree) {
  Real sum = 0;
  for (std::size_t i = 0; i < std::size_t(stencil.points); ++i)
    sum += stencil.weight[std::size_t(derivative)][i] *
           std::pow(grid.coordinate(0, stencil.index[i]), degree);
  return sum;
}

Real exact(Real x, int derivative, int degree) {
  if (derivative == 0) return std::pow(x, degree);
  return degree == 0 ? 0 : degree * exact(x, derivative - 1, degree - 1);
}

class AxisStencilOrder : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Orders, AxisStencilOrder, ::testing::Range(1, 6));

TEST_P(AxisStencilOrder, PolynomialsOfItsDegreeAreExactEverywhere) {
  const int order = GetParam();
  for (const Centring centring : {Centring::vertex, Centring::cell}) {
    const Grid grid = line(9, false, centring);
    for (int n = 0; n <= 60; ++n) {
      const Real x = std::min(grid.upper[0], grid.lower[0] + 1.4 * n / 60);
      const AxisStencil stencil = axis_stencil(grid, 0, x, order);
      EXPECT_EQ(stencil.points, order + 1);
      for (int degree = 0; degree <= order; ++degree)
        for (int derivative = 0; derivative <= 2; ++derivative)
          EXPECT_NEAR(apply(grid, stencil, derivative, degree), exact(x, derivative, degree),
                      2e-13 * std::pow(30, derivative))
              << "x = " << x << ", degree " << degree << ", derivative " << derivative;
    }
    EXPECT_GT(std::abs(apply(grid, axis_stencil(grid, 0, 0.43, order), 0, order + 1) -
                       std::pow(0.43, order + 1)),
              1e-8)
        << "one degree more is not exact";
  }
}

TEST_P(AxisStencilOrder, LiesAroundThePlace) {
  const int order = GetParam();
  const Grid grid = line(21, false, Centring::vertex);
  for (int n = 5; n < 15; ++n)
    for (const Real part : {0.1, 0.4, 0.6, 0.9}) {
      const AxisStencil stencil =
          axis_stencil(grid, 0, grid.origin[0] + (n + part) * grid.spacing[0], order);
      const Real middle = stencil.index[0] + 0.5 * order;
      EXPECT_LE(std::abs(middle - (n + part)), 0.5 + 1e-12);
    }
}

TEST_P(AxisStencilOrder, StaysInsideAtFaces) {
  const Grid grid = line(8, false, Centring::cell);
  for (const Real x : {grid.lower[0], grid.lower[0] + 0.01, grid.upper[0] - 0.01, grid.upper[0]}) {
    const AxisStencil stencil = axis_stencil(grid, 0, x, GetParam());
    for (int i = 0; i <= GetParam(); ++i)
      EXPECT_EQ(stencil.index[std::size_t(i)], (x < 0 ? 0 : 7 - GetParam()) + i);
  }
}

TEST_P(AxisStencilOrder, WrapsWhereTheGridIsPeriodic) {
  const int order = GetParam();
  const Grid grid = line(10, true, Centring::vertex);
  const Real h = grid.spacing[0];
  const AxisStencil below = axis_stencil(grid, 0, grid.lower[0] + 0.1 * h, order);
  const AxisStencil inside = axis_stencil(grid, 0, grid.lower[0] + 5.1 * h, order);
  const AxisStencil last = axis_stencil(grid, 0, grid.upper[0], order);
  for (std::size_t i = 0; i <= std::size_t(order); ++i) {
    EXPECT_EQ((below.index[i] + 5) % 10, inside.index[i]);
    EXPECT_NEAR(below.weight[0][i], inside.weight[0][i], 1e-13);
    EXPECT_NEAR(last.weight[0][i], last.index[i] == 0 ? 1 : 0, 1e-13);
  }
}

TEST_P(AxisStencilOrder, AGridPointIsItselfToTheBit) {
  const Grid grid = line(17, false, Centring::vertex);
  for (int n = 0; n < 17; ++n) {
    const AxisStencil stencil = axis_stencil(grid, 0, grid.coordinate(0, n), GetParam());
    for (std::size_t i = 0; i <= std::size_t(GetParam()); ++i)
      EXPECT_EQ(stencil.weight[0][i], stencil.index[i] == n ? 1 : 0);
  }
}

TEST(AxisStencil, ADirectionThatTheGridLacksHasOnePoint) {
  const AxisStencil stencil = axis_stencil(line(5, false, Centring::vertex), 1, 0, 5);
  EXPECT_EQ(stencil.points, 1);
  EXPECT_EQ(stencil.index[0], 0);
  EXPECT_EQ(stencil.weight[0][0], 1);
  EXPECT_EQ(stencil.weight[1][0], 0);
}

}  // namespace
}  // namespace cardon
