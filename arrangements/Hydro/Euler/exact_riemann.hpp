// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn.hpp>
#include <cmath>

namespace euler {

/// The exact solution of a Riemann problem of an ideal gas (Toro, Riemann Solvers and Numerical
/// Methods for Fluid Dynamics, 3rd edition, chapter 4). Velocities are those across the jump. If a
/// vacuum comes about the star state has no pressure and no density.
class ExactRiemann {
 public:
  struct State {
    double rho, u, p;
  };

  ExactRiemann(State left, State right, double gamma);

  /// The state that moves away from the jump at speed s = distance / time.
  KOKKOS_INLINE_FUNCTION State operator()(double s) const;
  /// The largest sum of flow and sound speed.
  double max_speed() const;

 private:
  /// Velocity that the wave on a side adds if the pressure behind is p, and its derivative.
  struct Change {
    double value, slope;
  };
  KOKKOS_INLINE_FUNCTION double sound(const State& s) const {
    return std::sqrt(gamma_ * s.p / s.rho);
  }
  Change across(const State& side, double p) const;
  void solve();
  /// The state at speed s on the left of the contact; a right one is mirrored.
  KOKKOS_INLINE_FUNCTION State on_left(const State& side, double u, double s) const;

  State left_, right_;
  double gamma_, p_ = 0, u_ = 0;
};

KOKKOS_INLINE_FUNCTION ExactRiemann::State ExactRiemann::on_left(const State& side, double u,
                                                                 double s) const {
  const double g = gamma_, c = sound(side), ratio = p_ / side.p;
  if (p_ > side.p) {
    const double k = (g - 1) / (g + 1);
    const double shock = side.u - c * std::sqrt((g + 1) / (2 * g) * ratio + (g - 1) / (2 * g));
    return s <= shock ? side : State{side.rho * (ratio + k) / (k * ratio + 1), u, p_};
  }
  if (s <= side.u - c) return side;
  const double tail =
      p_ > 0 ? u - c * std::pow(ratio, (g - 1) / (2 * g)) : side.u + 2 * c / (g - 1);
  if (s >= tail) return {p_ > 0 ? side.rho * std::pow(ratio, 1 / g) : 0, p_ > 0 ? u : s, p_};
  const double inside = 2 / (g + 1) + (g - 1) / ((g + 1) * c) * (side.u - s);
  return {side.rho * std::pow(inside, 2 / (g - 1)), 2 / (g + 1) * (c + 0.5 * (g - 1) * side.u + s),
          side.p * std::pow(inside, 2 * g / (g - 1))};
}

KOKKOS_INLINE_FUNCTION ExactRiemann::State ExactRiemann::operator()(double s) const {
  if (s <= u_) return on_left(left_, u_, s);
  const State r = on_left({right_.rho, -right_.u, right_.p}, -u_, -s);
  return {r.rho, -r.u, r.p};
}

}  // namespace euler
