// SPDX-License-Identifier: Apache-2.0
// Radiation of fields that the integrator advances.
#include <gtest/gtest.h>

#include "face_fixture.hpp"
#include "radiative.hpp"

namespace cardon::boundaries {
namespace {

constexpr Real speed = 1.5, far = 2;

Real wave(Real x, Real y, Real z, Real t) {
  const Real r = std::hypot(x, y, z);
  return far + (1 + 0.5 * x / r) * std::sin(3 * (r - speed * t)) / r;  // not the same all around
}
Real wave_rate(Real x, Real y, Real z, Real t) {
  const Real r = std::hypot(x, y, z);
  return -(1 + 0.5 * x / r) * 3 * speed * std::cos(3 * (r - speed * t)) / r;
}

FaceFixture make(int n, const FaceFixture::Function& f) {
  FaceFixture fixture(make_grid(3, n, -1, 1, Centring::vertex, 2));
  fixture.rate = true;
  fixture.field.wave_speed = speed;
  fixture.field.far_value = far;
  fixture.set(fixture.values, fixture.grid.domain(), f, 0);
  return fixture;
}

/// The largest error of right-hand sides at a face, two points away from the others.
Real error(FaceFixture& f, int d, bool upper, const FaceFixture::Function& exact) {
  f.fill(Radiative(), d, upper, grow(f.grid.domain(), {-2, -2, -2}));
  Real max_error = 0;
  const int n = f.grid.points[0];
  for (int layer = 0; layer < 2; ++layer)
    for (int a = 2; a < n - 2; ++a)
      for (int b = 2; b < n - 2; ++b) {
        std::array<int, 3> p{a, a, b};
        if (d == 1) p[2] = b;
        if (d == 2) p[1] = b;
        p[std::size_t(d)] = upper ? n - 1 - layer : layer;
        const Real right = exact(f.grid.coordinate(0, p[0]), f.grid.coordinate(1, p[1]),
                                 f.grid.coordinate(2, p[2]), 0);
        max_error = std::max(max_error, std::abs(f.rates[f.place(p[0], p[1], p[2])] - right));
      }
  return max_error;
}

TEST(RadiativeRates, AreOfSecondOrderForWavesInAnyShape) {
  for (int d = 0; d < 3; ++d)
    for (const bool upper : {false, true}) {
      FaceFixture coarse = make(17, wave), fine = make(33, wave);
      const Real first = error(coarse, d, upper, wave_rate),
                 second = error(fine, d, upper, wave_rate);
      EXPECT_NEAR(std::log2(first / second), 2, 0.3) << "direction " << d << ", upper " << upper;
      EXPECT_LT(second, 0.15);
    }
}

TEST(RadiativeRates, LetWhatIsNoWaveDecay) {
  const auto still = [](Real x, Real y, Real z, Real) {
    return far + 1 / (x * x + y * y + z * z);  // at rest, though no wave
  };
  const auto none = [](Real, Real, Real, Real) { return Real(0); };
  FaceFixture wave_only = make(33, still), decaying = make(33, still);
  decaying.field.decay = 2;
  for (FaceFixture* f : {&wave_only, &decaying})
    f->set(f->rates, grow(f->grid.domain(), {-2, -2, -2}), none, 0);
  const Real without = error(wave_only, 0, true, none), with = error(decaying, 0, true, none);
  EXPECT_GT(without, 0.4);
  EXPECT_LT(with, 0.2 * without);
}

/// The errors of the differences at the face and at the point inside cancel to second order. Where
/// they do not, waves are reflected.
TEST(RadiativeRates, DecayLeavesWavesAsTheyAre) {
  Real errors[2];
  for (const int fine : {0, 1}) {
    FaceFixture f = make(fine ? 65 : 33, wave);
    f.field.decay = 2;
    f.set(f.rates, grow(f.grid.domain(), {-2, -2, -2}), wave_rate, 0);
    errors[fine] = error(f, 0, true, wave_rate);
  }
  EXPECT_GT(std::log2(errors[0] / errors[1]), 2.3);
  EXPECT_LT(errors[1], 0.01);
}

TEST(RadiativeRates, BitsDoNotDependOnHowTheFaceIsCut) {
  FaceFixture whole = make(12, wave), cut = make(12, wave);
  const Box face = grow(whole.grid.domain(), {-2, -2, -2});
  whole.fill(Radiative(), 1, true, face);
  for (int k = 2; k < 10; ++k) {
    Box line = face;
    line.lo[2] = k;
    line.hi[2] = k + 1;
    cut.fill(Radiative(), 1, true, line);
  }
  for (int i = 2; i < 10; ++i)
    for (int k = 2; k < 10; ++k)
      EXPECT_EQ(whole.rates[whole.place(i, 11, k)], cut.rates[cut.place(i, 11, k)]);
}

TEST(Radiative, ContinuesInitialDataThatItsTaskLeavesOut) {
  FaceFixture f(make_grid(1, 9, -1, 1, Centring::vertex, 2));
  f.field.wave_speed = 1;
  f.set(
      f.values, f.grid.domain(), [](Real x, Real, Real, Real) { return 3 * x + 1; }, 0);
  const std::vector<Real> exact = f.values;
  f.at(8) = f.at(7) = 1e30;
  FaceFill face{.grid = &f.grid, .field = &f.field, .direction = 0, .upper = true};
  face.box = f.grid.domain();
  face.values = f.values.data() + f.place(0, 0, 0);
  face.owned_layers = 2;
  Radiative().fill(face);
  EXPECT_NEAR(f.at(7), exact[f.place(7, 0, 0)], 1e-14);
  EXPECT_NEAR(f.at(8), exact[f.place(8, 0, 0)], 1e-14);
}

}  // namespace
}  // namespace cardon::boundaries
