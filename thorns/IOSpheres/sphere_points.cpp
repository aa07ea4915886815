// SPDX-License-Identifier: Apache-2.0
#include "sphere_points.hpp"

#include <cmath>
#include <numbers>

namespace cardon {
namespace {

// P_n(x) and its derivative, by Bonnet's recursion.
struct Legendre {
  Real value, slope;
};
Legendre legendre(int n, Real x) {
  Real before = 1, value = x;
  for (int k = 2; k <= n; ++k) {
    const Real next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (x * value - before) / (x * x - 1)};
}

}  // namespace

// Newton's method from the estimate of F. G. Tricomi (1950); see Abramowitz and Stegun 25.4.29.
GaussLegendre::GaussLegendre(int n) : node(std::size_t(n)), weight(std::size_t(n)) {
  for (int i = 0; i < n; ++i) {
    Real x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
    for (int round = 0; round < 8; ++round) {
      const Legendre p = legendre(n, x);
      x -= p.value / p.slope;
    }
    if (2 * i + 1 == n) x = 0;
    const Real slope = legendre(n, x).slope;
    node[std::size_t(i)] = x;
    weight[std::size_t(i)] = 2 / ((1 - x * x) * slope * slope);
  }
}

SpherePoints::SpherePoints(int n) {
  const GaussLegendre rule(n);
  const Real step = std::numbers::pi / n;
  cos_theta = rule.node;
  for (int k = 0; k < 2 * n; ++k) phi.push_back(k * step);
  for (int i = 0; i < n; ++i) {
    const Real z = rule.node[std::size_t(i)], r = std::sqrt((1 - z) * (1 + z));
    weight.push_back(rule.weight[std::size_t(i)] * step);
    for (const Real angle : phi) direction.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
}

}  // namespace cardon
