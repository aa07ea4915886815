// SPDX-License-Identifier: Apache-2.0
// Psi_4 and constraints of plane gravitational waves, whose values are known.
#include <gtest/gtest.h>

#include <cmath>

#include "plane_waves.hpp"
#include "weyl.hpp"

namespace cardon::einstein {
namespace {

constexpr Real h = 0.02, amplitude = 1e-6, time = 0.1;
constexpr Frame frame{{0, 0, 0}, {h, h, h}, {0, 0, 0}};

/// Reads a component of the wave's conformal variables: 0 to 5 g, 6 to 11 A, 12 chi, 13 K.
struct WaveReader {
  const LinearWave* wave = nullptr;
  int component = 0;

  Real operator()(const Point& p) const {
    const Spacetime s = (*wave)(p);
    const Real chi = 1 / std::cbrt(determinant(s.metric));
    const Real K = contract(inverse(s.metric), s.curvature);
    if (component < 6) return chi * s.metric.c[component];
    if (component == 12) return chi;
    if (component == 13) return K;
    const int q = component - 6;
    return chi * (s.curvature.c[q] - s.metric.c[q] * K / 3);
  }
  Real operator()(const Point& p, int a, int b, int c) const {
    return (*this)(Point{p.a + a, p.b + b, p.c + c, p.frame});
  }
};

State<WaveReader> readers(const LinearWave& wave) {
  State<WaveReader> u;
  for (int q = 0; q < 6; ++q) {
    u.g[q] = {&wave, q};
    u.A[q] = {&wave, 6 + q};
  }
  u.chi = {&wave, 12};
  u.K = {&wave, 13};
  return u;
}

/// Psi_4 at the index, seen from the origin, of the wave with the wave vector k.
Vec3 seen(const Vec3& k, int i, int j, int l) {
  const LinearWave wave(k, amplitude, time);
  const Real inverse_spacing[3] = {1 / h, 1 / h, 1 / h};
  return psi4(Differences<4>(inverse_spacing), readers(wave), Point{i, j, l, &frame},
              Vector<Real>{{i * h, j * h, l * h}});
}

// There theta = -z, phi = y and h_+ = (h_zz - h_yy) / 2 = -b, so Psi_4 = -d_t^2 h_+ = -k^2 b.
TEST(Weyl, SeesAWaveThatRunsAway) {
  const Real k = 2 * pi_number, b = amplitude * std::sin(k * (20 * h - time));
  const Vec3 value = seen({k, 0, 0}, 20, 0, 0);
  EXPECT_NEAR(value.x, -k * k * b, 1e-4 * k * k * amplitude);
  EXPECT_NEAR(value.y, 0, 1e-5 * k * k * amplitude);
}

TEST(Weyl, DoesNotSeeAWaveThatComesIn) {
  const Real k = 2 * pi_number;
  const Vec3 value = seen({-k, 0, 0}, 20, 0, 0);
  EXPECT_NEAR(value.x, 0, 1e-4 * k * k * amplitude);
  EXPECT_NEAR(value.y, 0, 1e-4 * k * k * amplitude);
}

TEST(Weyl, SeesAnObliqueWave) {
  const Real k = 5, length = k * std::sqrt(3.0);
  const Real b = amplitude * std::sin(length * (7 * h * std::sqrt(3.0) - time));
  const Vec3 value = seen({k, k, k}, 7, 7, 7);
  EXPECT_NEAR(value.x, -length * length * b, 1e-4 * length * length * amplitude);
}

// A wave along z, with h_xx = -h_yy = -b.
TEST(Weyl, PolarisationTurnsWithTheDirection) {
  const Real k = 2 * pi_number, scale = k * k * amplitude;
  const Real b = amplitude * std::sin(k * (2000 * h - time));
  const Vec3 on_axis = seen({0, 0, k}, 0, 0, 2000);  // theta = x, phi = y
  EXPECT_NEAR(on_axis.x, -k * k * b, 1e-4 * scale);
  EXPECT_NEAR(on_axis.y, 0, 1e-4 * scale);
  const Vec3 between = seen({0, 0, k}, 1, 1, 2000);  // h_x = h_theta_phi = b
  EXPECT_NEAR(between.x, 0, 2e-3 * scale);
  EXPECT_NEAR(between.y, -k * k * b, 2e-3 * scale);
}

}  // namespace
}  // namespace cardon::einstein
