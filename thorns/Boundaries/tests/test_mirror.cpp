// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "face_fixture.hpp"
#include "neumann.hpp"
#include "reflecting.hpp"

namespace cardon::boundaries {
namespace {

Real distinct(Real x, Real y, Real z, Real) { return 1 + x + 10 * y + 100 * z; }

FaceFixture filled(const Grid& grid) {
  FaceFixture f(grid);
  f.set(f.values, grid.domain(), distinct, 0);
  return f;
}

TEST(Neumann, CopiesOnVertexCentredGrids) {
  FaceFixture f = filled(make_grid(3, 8, 0, 7, Centring::vertex, 3));
  const Neumann neumann;
  for (int d = 0; d < 3; ++d)
    for (bool upper : {false, true})
      f.fill(neumann, d, upper, grow(f.grid.interior(), {-1, -1, -1}));
  for (int s = 0; s < 3; ++s) {
    EXPECT_EQ(f.at(-s, 3, 4), f.at(1 + s, 3, 4));
    EXPECT_EQ(f.at(7 + s, 3, 4), f.at(6 - s, 3, 4));
    EXPECT_EQ(f.at(3, -s, 4), f.at(3, 1 + s, 4));
    EXPECT_EQ(f.at(3, 4, 7 + s), f.at(3, 4, 6 - s));
  }
  EXPECT_EQ(f.at(2, 3, 4), distinct(2, 3, 4, 0));
  EXPECT_TRUE(std::isnan(f.at(-3, 3, 4))) << "a layer more than the stencil needs was filled";
}

TEST(Neumann, MirrorsAtTheFaceOnCellCentredGrids) {
  FaceFixture f = filled(make_grid(1, 8, 0, 8, Centring::cell, 2));
  const Neumann neumann;
  f.fill(neumann, 0, false);
  f.fill(neumann, 0, true);
  EXPECT_EQ(neumann.owned_layers(f.grid, 0, false, 2), 0);
  EXPECT_EQ(f.at(0), distinct(0.5, 0, 0, 0));
  EXPECT_EQ(f.at(-1), f.at(0));
  EXPECT_EQ(f.at(-2), f.at(1));
  EXPECT_EQ(f.at(8), f.at(7));
  EXPECT_EQ(f.at(9), f.at(6));
}

TEST(Reflecting, PlaneThroughTheOutermostPoint) {
  FaceFixture f = filled(make_grid(2, 9, 0, 8, Centring::vertex, 2));
  const Reflecting reflecting;
  f.field.parity[1] = -1;
  EXPECT_EQ(reflecting.owned_layers(f.grid, 0, false, 2), 0);
  for (int d = 0; d < 2; ++d)
    for (bool upper : {false, true}) f.fill(reflecting, d, upper);
  for (int s = 1; s <= 2; ++s) {
    EXPECT_EQ(f.at(-s, 4), f.at(s, 4));
    EXPECT_EQ(f.at(8 + s, 4), f.at(8 - s, 4));
    EXPECT_EQ(f.at(4, -s), -f.at(4, s));
    EXPECT_EQ(f.at(4, 8 + s), -f.at(4, 8 - s));
  }
}

TEST(Reflecting, GridStaggeredAboutZeroCopiesIndexOneToIndexZero) {
  const Real h = 0.1;
  FaceFixture lower = filled(make_grid(3, 11, -h / 2, 9.5 * h, Centring::vertex, 2));
  const Reflecting reflecting;
  lower.field.parity[2] = -1;
  EXPECT_EQ(reflecting.owned_layers(lower.grid, 2, false, 2), 1);
  EXPECT_EQ(reflecting.owned_layers(lower.grid, 2, true, 2), 0);
  lower.fill(reflecting, 0, false);
  lower.fill(reflecting, 2, false);
  EXPECT_EQ(lower.at(0, 5, 5), lower.at(1, 5, 5));
  EXPECT_EQ(lower.at(-1, 5, 5), lower.at(2, 5, 5));
  EXPECT_EQ(lower.at(5, 5, 0), -lower.at(5, 5, 1));
  EXPECT_EQ(lower.at(5, 5, -1), -lower.at(5, 5, 2));

  FaceFixture upper = filled(make_grid(1, 11, -9.5 * h, h / 2, Centring::vertex, 1));
  upper.fill(reflecting, 0, true);
  EXPECT_EQ(reflecting.owned_layers(upper.grid, 0, true, 1), 1);
  EXPECT_EQ(upper.at(10), upper.at(9));
}

TEST(Reflecting, PlaneOfAntisymmetryTurnsEverySign) {
  FaceFixture f = filled(make_grid(2, 9, 0, 8, Centring::vertex, 2));
  f.field.parity[1] = -1;
  for (int d = 0; d < 2; ++d) f.fill(Reflecting(-1), d, false);
  for (int s = 1; s <= 2; ++s) {
    EXPECT_EQ(f.at(-s, 4), -f.at(s, 4));
    EXPECT_EQ(f.at(4, -s), f.at(4, s));
  }
  EXPECT_EQ(f.at(0, 4), distinct(0, 4, 0, 0)) << "an evolved point, also of other blocks";
}

TEST(Reflecting, CellCentredMirrorsAtTheFace) {
  FaceFixture f = filled(make_grid(1, 8, 0, 8, Centring::cell, 3));
  f.field.parity[0] = -1;
  f.fill(Reflecting(), 0, false);
  for (int s = 1; s <= 3; ++s) EXPECT_EQ(f.at(-s), -f.at(s - 1));
}

}  // namespace
}  // namespace cardon::boundaries
