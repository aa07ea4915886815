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

TEST(Extrapolation, MakesDifferencesOneSidedWhereTheOutermostPointIsEvolved) {
  constexpr Real one_sided[3][4] = {{-1, 1, 0, 0}, {-1.5, 2, -0.5, 0}, {-11. / 6, 3, -1.5, 1. / 3}};
  for (int points = 2; points <= 4; ++points)
    for (const bool upper : {false, true}) {
      FaceFixture f(make_grid(1, 9, 0, 8, Centring::vertex, 1));
      f.set(
          f.values, f.grid.domain(), [](Real x, Real, Real, Real) { return std::exp(x); }, 0);
      const int face = upper ? 8 : 0, inwards = upper ? -1 : 1;
      const Real before = f.at(face);
      f.fill(Extrapolation(points, Extrapolation::Outermost::evolved), 0, upper);
      EXPECT_EQ(f.at(face), before);
      Real expected = 0;
      for (int n = 0; n < points; ++n)
        expected += one_sided[points - 2][n] * f.at(face + n * inwards);
      // The centred difference of order 2 has one point outside; for four points, the third
      // derivative that it misses is known, too.
      Real found = (f.at(face + inwards) - f.at(face - inwards)) / 2;
      if (points == 4) {
        const Real third = f.at(face + 3 * inwards) - 3 * f.at(face + 2 * inwards) +
                           3 * f.at(face + inwards) - f.at(face);
        found -= third / 6;
      }
      EXPECT_NEAR(found, expected, 1e-11 * std::abs(expected)) << points << " points";
    }
}

}  // namespace
}  // namespace cardon::boundaries
