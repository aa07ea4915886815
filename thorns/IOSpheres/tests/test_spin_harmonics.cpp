// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "spin_harmonics.hpp"

namespace cardon {
namespace {

using std::numbers::pi;

TEST(GaussLegendre, IsExactForPolynomials) {
  for (int n = 2; n <= 128; n = n < 8 ? n + 1 : 2 * n) {
    const GaussLegendre rule(n);
    for (int degree = 0; degree < 2 * n; ++degree) {
      Real sum = 0;
      for (std::size_t i = 0; i < rule.node.size(); ++i)
        sum += rule.weight[i] * std::pow(rule.node[i], degree);
      EXPECT_NEAR(sum, degree % 2 == 0 ? 2.0 / (degree + 1) : 0, 3e-15 * n) << n << " " << degree;
    }
    for (std::size_t i = 1; i < rule.node.size(); ++i) EXPECT_LT(rule.node[i], rule.node[i - 1]);
  }
}

TEST(SpherePoints, WeighTheWholeSphere) {
  const SpherePoints points(9);
  Real sum = 0;
  for (const Real weight : points.weight) sum += weight * points.phis();
  EXPECT_NEAR(sum, 4 * pi, 1e-13);
  EXPECT_EQ(points.direction.size(), 9u * 18);
  for (const Vec3& d : points.direction) EXPECT_NEAR(d.x * d.x + d.y * d.y + d.z * d.z, 1, 4e-16);
}

// Wikipedia lists these; those of spin -2 are in Ajith et al. (arXiv:0709.0093), II.9 and II.10.
TEST(SpinHarmonics, AreThoseOfTheBooks) {
  for (const Real c : {-0.9, -0.3, 0.0, 0.5, 1.0}) {
    const Real s = std::sqrt(1 - c * c);
    EXPECT_NEAR(spin_harmonic(0, 0, 0, c), std::sqrt(1 / (4 * pi)), 1e-15);
    EXPECT_NEAR(spin_harmonic(0, 1, 0, c), std::sqrt(3 / (4 * pi)) * c, 1e-15);
    EXPECT_NEAR(spin_harmonic(0, 1, 1, c), -std::sqrt(3 / (8 * pi)) * s, 1e-15);
    EXPECT_NEAR(spin_harmonic(0, 1, -1, c), std::sqrt(3 / (8 * pi)) * s, 1e-15);
    EXPECT_NEAR(spin_harmonic(0, 2, 1, c), -std::sqrt(15 / (8 * pi)) * s * c, 1e-15);
    EXPECT_NEAR(spin_harmonic(0, 3, 0, c), std::sqrt(7 / (16 * pi)) * (5 * c * c * c - 3 * c),
                2e-15);
    EXPECT_NEAR(spin_harmonic(1, 1, 0, c), std::sqrt(3 / (8 * pi)) * s, 1e-15);
    EXPECT_NEAR(spin_harmonic(1, 1, 1, c), -std::sqrt(3 / (16 * pi)) * (1 - c), 1e-15);
    EXPECT_NEAR(spin_harmonic(-1, 1, 1, c), -std::sqrt(3 / (16 * pi)) * (1 + c), 1e-15);
    EXPECT_NEAR(spin_harmonic(-2, 2, 2, c), std::sqrt(5 / (64 * pi)) * (1 + c) * (1 + c), 1e-15);
    EXPECT_NEAR(spin_harmonic(-2, 2, -2, c), std::sqrt(5 / (64 * pi)) * (1 - c) * (1 - c), 1e-15);
    EXPECT_NEAR(spin_harmonic(-2, 2, 0, c), std::sqrt(15 / (32 * pi)) * s * s, 1e-15);
    EXPECT_NEAR(spin_harmonic(-2, 2, 1, c), std::sqrt(5 / (16 * pi)) * s * (1 + c), 1e-15);
  }
}

// The sum of eq. II.8 in full, at a moderate l, against the recursion.
TEST(SpinHarmonics, WignersSumAgrees) {
  const auto sum = [](int l, int m, int n, Real c) {
    const auto f = [](int i) { return std::tgamma(i + 1.0); };
    const Real cosine = std::sqrt((1 + c) / 2), sine = std::sqrt((1 - c) / 2);
    Real total = 0;
    for (int k = std::max(0, m - n); k <= std::min(l + m, l - n); ++k)
      total += (k % 2 == 0 ? 1 : -1) * std::sqrt(f(l + m) * f(l - m) * f(l + n) * f(l - n)) /
               (f(l + m - k) * f(l - n - k) * f(k) * f(k + n - m)) *
               std::pow(cosine, 2 * l + m - n - 2 * k) * std::pow(sine, 2 * k + n - m);
    return total;
  };
  for (int l = 0; l <= 6; ++l)
    for (int m = -l; m <= l; ++m)
      for (int n = -l; n <= l; ++n)
        for (const Real c : {-0.8, 0.1, 0.7})
          EXPECT_NEAR(wigner_d(l, m, n, c), sum(l, m, n, c), 2e-14) << l << " " << m << " " << n;
}

// Every harmonic has itself and nothing else: orthonormality, to rounding, up to the largest l.
TEST(SphereModes, HarmonicsAreOrthonormal) {
  const auto check = [](int spin, int l_max, int angles, Real tolerance) {
    const SpherePoints points(angles);
    const SphereModes modes(points, spin, l_max);
    const auto list = modes.modes();
    ASSERT_EQ(int(list.size()), (l_max + 1) * (l_max + 1) - spin * spin);
    for (std::size_t one = 0; one<list.size(); one += list.size()> 200 ? 37 : 1) {
      std::vector<std::complex<Real>> values;
      for (const Real c : points.cos_theta)
        for (const Real phi : points.phi)
          values.push_back(spin_harmonic(spin, list[one].l, list[one].m, c) *
                           std::polar(1.0, list[one].m * phi));
      const auto found = modes.coefficients(values);
      for (std::size_t n = 0; n < list.size(); ++n)
        EXPECT_NEAR(std::abs(found[n] - (n == one ? 1.0 : 0.0)), 0, tolerance)
            << "spin " << spin << ", l = " << list[n].l << ", m = " << list[n].m;
    }
  };
  for (const int spin : {-2, -1, 0, 1, 2, 5}) check(spin, 6, 7, 5e-15);
  check(-2, 32, 33, 1e-13);
  check(0, 32, 40, 1e-13);
}

}  // namespace
}  // namespace cardon
