// SPDX-License-Identifier: Apache-2.0
#include "radiative_table.hpp"

#include <algorithm>
#include <cmath>

namespace cardon::boundaries {
namespace {

/// For one of the two points: cosine c/r between normal and radius, and that times 1 +- e/r.
struct Projection {
  Real plus = 0, minus = 0;
};

Projection project(Real normal, Real a, Real b, Real e, Real spacing) {
  const Real r = std::sqrt(normal * normal + (a * a + b * b));
  // At the origin itself the direction of the radius is undefined; there the field is taken to pass
  // along the face.
  if (r < 1e-9 * spacing) return {};
  const Real cosine = normal / r;
  return {cosine * (1 + e / r), cosine * (1 - e / r)};
}

}  // namespace

// With f = u(r - v t) / r the combination (d/dt + v r/c d/dn + v/r) f vanishes, n the normal.
// Centred in time and space between the face point and the one inside it, and solved for the new
// value at the face.
std::array<Real, 3> RadiativeTable::coefficients(int a, int b) const {
  const Real q = layer_.speed * layer_.dt / layer_.spacing;
  const Real e = layer_.speed * layer_.dt / 2;
  const Real xa = layer_.a_origin + a * layer_.a_spacing;
  const Real xb = layer_.b_origin + b * layer_.b_spacing;
  const Projection face = project(layer_.outer_normal, xa, xb, e, layer_.spacing);
  const Projection inside = project(layer_.inner_normal, xa, xb, e, layer_.spacing);
  const Real denominator = q + face.plus;
  return {(q - inside.plus) / denominator, (face.minus - q) / denominator,
          (q + inside.minus) / denominator};
}

void RadiativeTable::cover(int a0, int a1, int b0, int b1) {
  if (a0 >= a0_ && a1 <= a1_ && b0 >= b0_ && b1 <= b1_) return;
  if (!values_.empty()) {
    a0 = std::min(a0, a0_);
    a1 = std::max(a1, a1_);
    // Faces are asked for plane by plane: growing by half as much again keeps the number of fresh
    // starts small.
    const int more = (b1_ - b0_) / 2 + 1;
    b0 = b0 < b0_ ? std::min(b0, b0_ - more) : b0_;
    b1 = b1 > b1_ ? std::max(b1, b1_ + more) : b1_;
  }
  a0_ = a0, a1_ = a1, b0_ = b0, b1_ = b1;
  const std::size_t n = std::size_t(a1 - a0);
  values_.resize(3 * n * std::size_t(b1 - b0));
  Real* line = values_.data();
  for (int b = b0; b < b1; ++b, line += 3 * n)
    for (int a = a0; a < a1; ++a) {
      const auto c = coefficients(a, b);
      for (std::size_t m = 0; m < 3; ++m) line[m * n + std::size_t(a - a0)] = c[m];
    }
}

}  // namespace cardon::boundaries
