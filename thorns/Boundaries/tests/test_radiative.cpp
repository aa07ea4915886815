// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "face_fixture.hpp"
#include "radiative.hpp"

namespace cardon::boundaries {
namespace {

/// The formula of the boundary as written in its README, for one point.
Real reference(const FaceFixture& f, int d, bool upper, std::array<int, 3> p) {
  auto inside = p;
  inside[std::size_t(d)] += upper ? -1 : 1;
  auto coordinates = [&](const std::array<int, 3>& i) {
    return Vec3{f.grid.coordinate(0, i[0]), f.grid.coordinate(1, i[1]), f.grid.coordinate(2, i[2])};
  };
  const Vec3 x0 = coordinates(p), x1 = coordinates(inside);
  const Real r0 = std::hypot(x0.x, x0.y, x0.z), r1 = std::hypot(x1.x, x1.y, x1.z), c0 = x0[d],
             c1 = x1[d];
  const Real v = f.field.wave_speed, q = v * f.dt / f.grid.spacing[d], e = v * f.dt / 2,
             far = f.field.far_value;
  const auto at0 = f.place(p[0], p[1], p[2]), at1 = f.place(inside[0], inside[1], inside[2]);
  const Real n1 = f.values[at1] - far, old0 = f.old[at0] - far, old1 = f.old[at1] - far;
  if (upper)
    return far + (n1 * (q - (c1 / r1) * (1 + e / r1)) + old0 * (-q + (c0 / r0) * (1 - e / r0)) +
                  old1 * (q + (c1 / r1) * (1 - e / r1))) /
                     (q + (c0 / r0) * (1 + e / r0));
  return far + (-n1 * (q + (c1 / r1) * (1 + e / r1)) + old0 * (q + (c0 / r0) * (1 - e / r0)) -
                old1 * (q - (c1 / r1) * (1 - e / r1))) /
                   (-q + (c0 / r0) * (1 + e / r0));
}

/// An outgoing spherical wave around the origin.
Real outgoing(Real x, Real y, Real z, Real t) {
  const Real r = std::hypot(x, y, z);
  return 2 + std::sin(3 * (r - 1.5 * t)) / r;
}

FaceFixture make_wave(int n, int radius, Real lower = -1, Real upper = 1) {
  FaceFixture f(make_grid(3, n, lower, upper, Centring::vertex, radius));
  f.field.wave_speed = 1.5;
  f.field.far_value = 2;
  f.dt = 0.3 * f.grid.spacing[0];
  f.set(f.old, f.grid.domain(), outgoing, 0);
  f.set(f.values, grow(f.grid.domain(), {-1, -1, -1}), outgoing, f.dt);
  return f;
}

// From below 0 to above: symmetric, with and without a line at 0; an octant; neither.
class RadiativeFormula : public testing::TestWithParam<std::array<Real, 2>> {};

TEST_P(RadiativeFormula, HoldsAtEveryFacePoint) {
  const Radiative radiative;
  for (int d = 0; d < 3; ++d)
    for (bool upper : {false, true}) {
      FaceFixture f = make_wave(12, 1, GetParam()[0], GetParam()[1]);
      f.fill(radiative, d, upper, grow(f.grid.domain(), {-1, -1, -1}));
      for (int a = 1; a < 11; ++a)
        for (int b = 1; b < 11; ++b) {
          std::array<int, 3> p{a, a, b};
          if (d == 1) p[2] = b;
          if (d == 2) p[1] = b;
          p[std::size_t(d)] = upper ? 11 : 0;
          EXPECT_NEAR(f.at(p[0], p[1], p[2]), reference(f, d, upper, p), 1e-14);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Domains, RadiativeFormula,
                         testing::Values(std::array<Real, 2>{-1, 1}, std::array<Real, 2>{-5, 6},
                                         std::array<Real, 2>{0, 1}, std::array<Real, 2>{-0.3, 1}));

TEST(RadiativeTable, LinesAtOppositeCoordinatesAreOne) {
  RadiativeLayer layer;
  layer.outer_normal = 1, layer.inner_normal = 0.9, layer.spacing = 0.1;
  layer.a_origin = -1, layer.a_spacing = 0.1;
  layer.b_spacing = 0.1;
  layer.speed = 1, layer.dt = 0.05;
  for (const Real origin : {-1.0, 0.05, 0.0, 0.1, -0.95}) {
    layer.b_origin = origin;
    const int mirror = int(std::lround(-2 * origin / 0.1));
    RadiativeTable whole(layer), grown(layer);
    whole.cover({0, 21, -3, 21});
    for (int b : {9, 10, 11, 12, -3, 20, 4}) {
      grown.cover({0, 21, b, b + 1});
      for (int a = 0; a < 21; ++a)
        EXPECT_EQ(grown.row(a, b).old_face[0], whole.row(a, b).old_face[0]);
      if (mirror - b >= -3 && mirror - b < 21) {
        EXPECT_EQ(whole.row(0, b).inside, whole.row(0, mirror - b).inside);
      }
    }
  }
}

TEST(Radiative, BitsDoNotDependOnHowTheFaceIsCut) {
  for (int d = 0; d < 3; ++d) {
    const Radiative whole_service, cut_service;
    FaceFixture whole = make_wave(16, 1), cut = make_wave(16, 1);
    const Box face = grow(whole.grid.domain(), {-1, -1, -1});
    whole.fill(whole_service, d, true, face);
    const int outer = d == 2 ? 1 : 2;
    for (int b : {7, 8, 3, 4, 5, 6, 1, 2, 9, 10, 11, 12, 13, 14}) {
      Box line = face;
      line.lo[std::size_t(outer)] = b;
      line.hi[std::size_t(outer)] = b + 1;
      cut.fill(cut_service, d, true, line);
    }
    for (int a = 1; a < 15; ++a)
      for (int b = 1; b < 15; ++b) {
        std::array<int, 3> p{a, a, b};
        if (d == 2) p = {a, b, 15};
        p[std::size_t(d)] = 15;
        EXPECT_EQ(whole.at(p[0], p[1], p[2]), cut.at(p[0], p[1], p[2]));
      }
  }
}

TEST(Radiative, ErrorOfOneStepIsOfThirdOrder) {
  auto error = [](int n) {
    FaceFixture f = make_wave(n, 1);
    f.fill(Radiative(), 0, true, grow(f.grid.domain(), {-1, -1, -1}));
    const int mid = n / 2;
    return std::abs(f.at(n - 1, mid, mid) -
                    outgoing(1, f.grid.coordinate(1, mid), f.grid.coordinate(2, mid), f.dt));
  };
  const Real order = std::log2(error(33) / error(65));
  EXPECT_GT(order, 2.8);
  EXPECT_LT(error(65), 1e-3);
}

TEST(Radiative, FillsAsManyLayersAsTheStencilIsWide) {
  FaceFixture f = make_wave(24, 3);
  f.set(
      f.values, f.grid.domain(), [](Real, Real, Real, Real) { return NAN; }, 0);
  f.set(f.values, grow(f.grid.domain(), {-3, -3, -3}), outgoing, f.dt);
  f.fill(Radiative(), 2, false, grow(f.grid.domain(), {-3, -3, -3}));
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(
        f.at(12, 13, k),
        outgoing(f.grid.coordinate(0, 12), f.grid.coordinate(1, 13), f.grid.coordinate(2, k), f.dt),
        5e-3);
}

TEST(Radiative, FaceThroughTheOriginStaysFinite) {
  FaceFixture f(make_grid(1, 9, 0, 1, Centring::vertex, 1));
  f.field.wave_speed = 1;
  f.dt = 0.05;
  f.set(
      f.old, f.grid.domain(), [](Real x, Real, Real, Real) { return 1 + x; }, 0);
  f.set(
      f.values, f.grid.domain(), [](Real x, Real, Real, Real) { return 1 + x; }, 0);
  f.fill(Radiative(), 0, false);
  EXPECT_TRUE(std::isfinite(f.at(0)));
}

TEST(Radiative, SaysWhatIsWrong) {
  const Radiative radiative;
  try {
    radiative.owned_layers(make_grid(3, 9, 1, 2, Centring::vertex, 1), 1, false, 1);
    FAIL() << "no complaint about an origin outside the domain";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "boundary/origin");
    EXPECT_NE(error.problems()[0].message.find("lower y face"), std::string::npos);
  }
  FaceFixture f = make_wave(9, 1);
  f.field.wave_speed = 0;
  f.field.thorn = "Heat";
  f.field.name = "u";
  EXPECT_THROW(f.fill(radiative, 0, false), Error);
}

}  // namespace
}  // namespace cardon::boundaries
