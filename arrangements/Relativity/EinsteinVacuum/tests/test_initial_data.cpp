// SPDX-License-Identifier: Apache-2.0
// Initial data have the values that their parameters promise.
#include <gtest/gtest.h>

#include "quadrupole_wave.hpp"

namespace cardon::einstein {
namespace {

constexpr Real amplitude = 1e-3;
constexpr Vec3 middle{0.25, -0.5, 1};
constexpr Frame at_middle{{0.25, -0.5, 1}, {1, 1, 1}, {0, 0, 0}};

Symmetric<Real> metric_at_centre(int m, Real width) {
  return QuadrupoleWave(m, amplitude, width, middle, 0)(Point{0, 0, 0, &at_middle}).metric;
}

class QuadrupoleWaves : public testing::TestWithParam<Real> {};

TEST_P(QuadrupoleWaves, HasItsAmplitudeAtTheCentreForM0) {
  const Symmetric<Real> g = metric_at_centre(0, GetParam());
  EXPECT_NEAR(g(2, 2), 1 + amplitude, 1e-14);
  EXPECT_NEAR(g(0, 0), 1 - amplitude / 2, 1e-14);
  EXPECT_NEAR(g(1, 1), 1 - amplitude / 2, 1e-14);
}

TEST_P(QuadrupoleWaves, HasItsAmplitudeAtTheCentreForM2) {
  const Symmetric<Real> g = metric_at_centre(2, GetParam());
  EXPECT_NEAR(g(0, 0), 1 + amplitude, 1e-14);
  EXPECT_NEAR(g(1, 1), 1 - amplitude, 1e-14);
  EXPECT_NEAR(g(2, 2), 1, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Widths, QuadrupoleWaves, testing::Values(0.5, 1.3, 2.0));

}  // namespace
}  // namespace cardon::einstein
