// SPDX-License-Identifier: Apache-2.0
// The averages in cells and their rates of change, as a sweep along one direction sees them.
#pragma once
#include "declarations.hpp"
#include "riemann_solvers.hpp"

namespace euler {

using cardon::FieldReader, cardon::FieldWriter, cardon::Point;
using cardon::Read, cardon::rhs, cardon::Value, cardon::Write;

/// What a sweep reads, up to r cells away.
template <int r>
struct Averages {
  Read<euler::density, r> density;
  Read<euler::momentum, r> momentum;
  Read<euler::energy, r> energy;
  Value<heat_ratio> gamma;
  Value<pressure_floor> floor;
};
/// What it writes.
struct RateFields {
  Write<rhs<euler::density>> density;
  Write<rhs<euler::momentum>> momentum;
  Write<rhs<euler::energy>> energy;
};

/// The averages in cells along one direction, as primitive variables.
class Cells {
 public:
  template <int r>
  Cells(const Averages<r>& from, int direction)
      : density_(from.density), energy_(from.energy), gamma_1_(from.gamma - 1), floor_(from.floor) {
    for (int n = 0; n < 3; ++n) {
      momentum_[n] = from.momentum[(direction + n) % 3];
      step_[n] = n == direction ? 1 : 0;
    }
  }

  /// The cell n cells above p.
  KOKKOS_FORCEINLINE_FUNCTION Primitive operator()(const Point& p, int n) const {
    const int a = n * step_[0], b = n * step_[1], c = n * step_[2];
    const Real rho = density_(p, a, b, c), per_rho = 1 / rho;
    const Real m0 = momentum_[0](p, a, b, c), m1 = momentum_[1](p, a, b, c);
    const Real m2 = momentum_[2](p, a, b, c);
    const Real kinetic = 0.5 * per_rho * ((m0 * m0 + m1 * m1) + m2 * m2);
    const Real pressure = gamma_1_ * (energy_(p, a, b, c) - kinetic);
    return {rho, per_rho * m0, per_rho * m1, per_rho * m2, pressure < floor_ ? floor_ : pressure};
  }

 private:
  FieldReader density_, momentum_[3], energy_;
  Real gamma_1_, floor_;
  int step_[3];
};

/// Where the rates of change go, momentum as in Cells.
class Rates {
 public:
  Rates(const RateFields& to, int direction) : density_(to.density), energy_(to.energy) {
    for (int n = 0; n < 3; ++n) momentum_[n] = to.momentum[(direction + n) % 3];
  }

  /// What flows in through the lower face less what flows out through the upper one, per h, added
  /// to the rates, or, for the first direction, to 0.
  template <bool first>
  KOKKOS_FORCEINLINE_FUNCTION void add(const Point& p, Real per_h, const Flux& lower,
                                       const Flux& upper) const {
    const auto to = [&](const FieldWriter& rate, Real change) {
      rate(p) = (first ? 0 : rate(p)) + per_h * change;
    };
    to(density_, lower.mass - upper.mass);
    to(momentum_[0], lower.normal - upper.normal);
    to(momentum_[1], lower.first - upper.first);
    to(momentum_[2], lower.second - upper.second);
    to(energy_, lower.energy - upper.energy);
  }

 private:
  FieldWriter density_, momentum_[3], energy_;
};

}  // namespace euler
