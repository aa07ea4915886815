// SPDX-License-Identifier: Apache-2.0
#pragma once
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
  State operator()(double s) const;
  /// The largest sum of flow and sound speed.
  double max_speed() const;

 private:
  /// Velocity that the wave on a side adds if the pressure behind is p, and its derivative.
  struct Change {
    double value, slope;
  };
  double sound(const State& s) const { return std::sqrt(gamma_ * s.p / s.rho); }
  Change across(const State& side, double p) const;
  void solve();
  /// The state at speed s on the left of the contact; a right one is mirrored.
  State on_left(const State& side, double u, double s) const;

  State left_, right_;
  double gamma_, p_ = 0, u_ = 0;
};

}  // namespace euler
