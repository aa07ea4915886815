// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "extrapolation.hpp"
#include "face_fixture.hpp"

namespace cardon::boundaries {
namespace {

TEST(Extrapolation, ContinuesPolynomials) {
  const auto polynomial = [](int degree) {
    return [=](Real x, Real y, Real, Real) { return std::pow(x - 2, degree) + 3 * y; };
  };
  for (int points = 1; points <= 4; ++points)
    for (const Centring centring : {Centring::vertex, Centring::cell}) {
      FaceFixture f(make_grid(2, 9, 0, 8, centring, 3));
      f.set(f.values, grow(f.grid.domain(), {4, 0, 0}), polynomial(points - 1), 0);
      const std::vector<Real> exact = f.values;
      const Extrapolation boundary(points);
      for (const int layer : {-3, -2, -1, 9, 10, 11}) f.at(layer, 4) = 1e30;
      f.fill(boundary, 0, false);
      f.fill(boundary, 0, true);
      for (const int i : {-1, 0, 8, 9})
        EXPECT_NEAR(f.at(i, 4), exact[f.place(i, 4, 0)], 1e-10) << points << " points, i = " << i;
    }
}

TEST(Extrapolation, HasTheOrderOfItsPoints) {
  for (int points = 1; points <= 4; ++points) {
    const auto error = [&](int n) {
      FaceFixture f(make_grid(1, n, 0, 1, Centring::vertex, 1));
      f.set(
          f.values, f.grid.domain(), [](Real x, Real, Real, Real) { return std::exp(x); }, 0);
      f.fill(Extrapolation(points), 0, true);
      return std::abs(f.at(n - 1) - std::exp(1.0));
    };
    EXPECT_NEAR(std::log2(error(65) / error(129)), points, 0.1);
  }
}

}  // namespace
}  // namespace cardon::boundaries
