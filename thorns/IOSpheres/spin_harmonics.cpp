// SPDX-License-Identifier: Apache-2.0
#include "spin_harmonics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace cardon {
namespace {

Real root_of_binomial(int n, int k) {
  Real product = 1;
  for (int i = 1; i <= k; ++i) product *= Real(n - k + i) / i;
  return std::sqrt(product);
}

Real power(Real x, int n) {
  Real product = 1;
  for (int i = 0; i < n; ++i) product *= x;
  return product;
}

// The sum of eq. II.8 at l = max(|m|, |n|), where it has one term.
Real lowest_d(int l, int m, int n, Real cosine, Real sine) {
  const int k = std::max(0, m - n);
  const Real sign = k % 2 == 0 ? 1 : -1;
  const int other = std::abs(m) == l ? n : m;
  return sign * root_of_binomial(2 * l, l - other) * power(cosine, 2 * l + m - n - 2 * k) *
         power(sine, 2 * k + n - m);
}

}  // namespace

Real wigner_d(int l, int m, int n, Real cos_theta) {
  const int lowest = std::max(std::abs(m), std::abs(n));
  const Real cosine = std::sqrt((1 + cos_theta) / 2), sine = std::sqrt((1 - cos_theta) / 2);
  Real before = 0, d = lowest_d(lowest, m, n, cosine, sine);
  for (int j = lowest; j < l; ++j) {
    const auto root = [&](int i) {
      return std::sqrt(Real(i * i - m * m)) * std::sqrt(Real(i * i - n * n));
    };
    const Real shift = j == 0 ? 0 : Real(m) * n / (Real(j) * (j + 1));
    const Real back = j == 0 ? 0 : root(j) * (j + 1) / j;
    const Real next =
        ((j + 1) * (2 * j + 1) * (cos_theta - shift) * d - back * before) / root(j + 1);
    before = d;
    d = next;
  }
  return d;
}

Real spin_harmonic(int spin, int l, int m, Real cos_theta) {
  const Real sign = spin % 2 == 0 ? 1 : -1;
  return sign * std::sqrt((2 * l + 1) / (4 * std::numbers::pi)) * wigner_d(l, m, -spin, cos_theta);
}

SphereModes::SphereModes(const SpherePoints& points, int spin, int l_max)
    : thetas_(std::size_t(points.thetas())), phis_(std::size_t(points.phis())) {
  for (int l = std::abs(spin); l <= l_max; ++l)
    for (int m = -l; m <= l; ++m) {
      modes_.push_back({l, m});
      for (std::size_t i = 0; i < thetas_; ++i)
        factor_.push_back(points.weight[i] * spin_harmonic(spin, l, m, points.cos_theta[i]));
    }
  for (const Real phi : points.phi) rotation_.emplace_back(std::cos(phi), -std::sin(phi));
}

std::vector<std::complex<Real>> SphereModes::coefficients(
    const std::vector<std::complex<Real>>& f) const {
  std::vector<std::complex<Real>> result;
  for (std::size_t mode = 0; mode < modes_.size(); ++mode) {
    const int phis = int(phis_), step = (modes_[mode].m % phis + phis) % phis;
    Real real = 0, imaginary = 0;
    for (std::size_t i = 0; i < thetas_; ++i) {
      Real row_real = 0, row_imaginary = 0;
      int turn = 0;  // k * m modulo the number of phis
      for (std::size_t k = 0; k < phis_; ++k) {
        const std::complex<Real>& e = rotation_[std::size_t(turn)];
        const std::complex<Real>& value = f[i * phis_ + k];
        row_real += value.real() * e.real() - value.imag() * e.imag();
        row_imaginary += value.real() * e.imag() + value.imag() * e.real();
        turn += step;
        if (turn >= phis) turn -= phis;
      }
      real += factor_[mode * thetas_ + i] * row_real;
      imaginary += factor_[mode * thetas_ + i] * row_imaginary;
    }
    result.emplace_back(real, imaginary);
  }
  return result;
}

}  // namespace cardon
