// SPDX-License-Identifier: Apache-2.0
#include "radiative_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

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

// The sum of the numbers of two lines at opposite coordinates, which is a whole number up to
// rounding errors, or far below all sums.
int mirror_of(Real origin, Real spacing) {
  constexpr int none = std::numeric_limits<int>::min() / 2;
  if (!(spacing > 0) || std::abs(origin) > 1e8 * spacing) return none;
  const Real mirror = -2 * origin / spacing, whole = std::round(mirror);
  return std::abs(mirror - whole) < 1e-14 * (1 + std::abs(mirror)) ? int(whole) : none;
}

constexpr int line_values = 64 / sizeof(Real);

}  // namespace

RadiativeTable::RadiativeTable(const RadiativeLayer& layer)
    : layer_(layer), mirror_(mirror_of(layer.b_origin, layer.b_spacing)) {}

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

void RadiativeTable::cover(const CoveredLines& wanted) {
  const int first = shared(wanted.b0), last = shared(wanted.b1 - 1);
  const int middle = mirror_ - (mirror_ >> 1);
  const bool both_sides = wanted.b0 < middle && wanted.b1 > middle;
  const CoveredLines half{wanted.a0, wanted.a1, both_sides ? middle : std::min(first, last),
                          std::max(first, last) + 1};
  if (!covered_.holds(half)) compute(half);
}

// Apart from cover(), which every piece of a face needs.
[[gnu::noinline]] void RadiativeTable::compute(const CoveredLines& more) {
  covered_ = covered_.grown_to(more);
  pitch_ = (covered_.length() + line_values - 1) / line_values * line_values;
  values_.resize(3 * std::size_t(pitch_) * std::size_t(covered_.lines()) + line_values);
  const auto address = reinterpret_cast<std::uintptr_t>(values_.data());
  start_ = values_.data() + (64 - address % 64) % 64 / sizeof(Real);
  Real* line = start_;
  for (int b = covered_.b0; b < covered_.b1; ++b, line += 3L * pitch_)
    for (int a = covered_.a0; a < covered_.a1; ++a) {
      const auto c = coefficients(a, b);
      for (int m = 0; m < 3; ++m) line[m * pitch_ + (a - covered_.a0)] = c[std::size_t(m)];
    }
}

}  // namespace cardon::boundaries
