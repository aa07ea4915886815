// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "dirichlet.hpp"
#include "face_fixture.hpp"

namespace cardon::boundaries {
namespace {

Real formula(Real x, Real y, Real z, Real t) { return x + 2 * y + 4 * z + 8 * t; }

TEST(Dirichlet, VertexCentredPointGetsTheFormulaAndGhostsContinueOddly) {
  FaceFixture f(make_grid(3, 9, -1, 1, Centring::vertex, 3));
  f.value = FaceValue{.space = {}, .time = {}, .both = formula};
  f.time = 0.5;
  f.set(
      f.values, grow(f.grid.domain(), {-1, -1, -1}),
      [](Real x, Real y, Real z, Real) { return x * y + z; }, 0);
  const Dirichlet dirichlet;
  ASSERT_EQ(dirichlet.owned_layers(f.grid, 1, true, 3), 1);
  f.fill(dirichlet, 1, true, grow(f.grid.domain(), {-1, 0, -1}));
  const Real g = formula(f.grid.coordinate(0, 4), 1, f.grid.coordinate(2, 6), 0.5);
  EXPECT_DOUBLE_EQ(f.at(4, 8, 6), g);
  for (int s = 1; s < 3; ++s) EXPECT_DOUBLE_EQ(f.at(4, 8 + s, 6), 2 * g - f.at(4, 8 - s, 6));
}

TEST(Dirichlet, CellCentredGhostsContinueOddlyAboutTheFace) {
  FaceFixture f(make_grid(2, 8, 0, 2, Centring::cell, 2));
  f.value = FaceValue{.space = {}, .time = {}, .both = formula};
  f.set(
      f.values, f.grid.domain(), [](Real x, Real y, Real, Real) { return 3 + x - y * y; }, 0);
  const Dirichlet dirichlet;
  ASSERT_EQ(dirichlet.owned_layers(f.grid, 0, false, 2), 0);
  const Real inside = f.at(0, 5);
  f.fill(dirichlet, 0, false);
  const Real g = formula(0, f.grid.coordinate(1, 5), 0, 0);
  EXPECT_EQ(f.at(0, 5), inside);
  EXPECT_DOUBLE_EQ(f.at(-1, 5), 2 * g - f.at(0, 5));
  EXPECT_DOUBLE_EQ(f.at(-2, 5), 2 * g - f.at(1, 5));
}

// Piece by piece, at several times: what is kept of the first part is that of its
// points.
TEST(Dirichlet, TheThreePartsOfAValueAreMultiplied) {
  FaceFixture f(make_grid(3, 9, -1, 1, Centring::vertex, 1));
  int computed = 0;
  f.value =
      FaceValue{.space = [&](Real x, Real y, Real z) { return ++computed, x + 2 * y + 4 * z; },
                .time = [](Real t) { return t; },
                .both = [](Real x, Real, Real z, Real t) { return 1 + x * t + z; }};
  const Dirichlet dirichlet;
  const auto g = [&](int i, int j, int k) {
    const Real x = f.grid.coordinate(0, i), y = f.grid.coordinate(1, j),
               z = f.grid.coordinate(2, k);
    return (x + 2 * y + 4 * z) * f.time * (1 + x * f.time + z);
  };
  for (const int round : {1, 2}) {
    f.time = 0.25 * round;
    for (const int k : {4, 5, 0, 8, 3}) {
      Box box = f.grid.domain();
      box.lo[2] = k;
      box.hi[2] = k + 1;
      for (const bool upper : {false, true}) f.fill(dirichlet, 0, upper, box);
      f.fill(dirichlet, 1, true, box);
      for (int j = 0; j < 8; ++j) {
        EXPECT_EQ(f.at(0, j, k), g(0, j, k));
        EXPECT_EQ(f.at(8, j, k), g(8, j, k));
      }
      for (int i = 0; i < 9; ++i) EXPECT_EQ(f.at(i, 8, k), g(i, 8, k));
    }
    if (round == 1) computed = 0;
  }
  EXPECT_EQ(computed, 0);
}

TEST(Dirichlet, WithoutFormulaTheValueIsZero) {
  FaceFixture f(make_grid(1, 8, 0, 1, Centring::vertex, 2));
  f.set(
      f.values, f.grid.domain(), [](Real, Real, Real, Real) { return 7; }, 0);
  f.fill(Dirichlet(), 0, false);
  EXPECT_EQ(f.at(0), 0);
  EXPECT_EQ(f.at(-1), -7);
}

}  // namespace
}  // namespace cardon::boundaries
