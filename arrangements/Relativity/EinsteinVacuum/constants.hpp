// SPDX-License-Identifier: Apache-2.0
// Choices of formulation and gauge as factors, so that kernels have no branches.
#pragma once
#include "parameters.hpp"

namespace cardon::einstein {

struct Constants {
  Real z4 = 1;                  ///< 1: CCZ4, 0: BSSN
  Real kappa1 = 0, kappa2 = 0;  ///< damping of constraints, times z4
  Real kappa3 = 0;              ///< factor of Z in the equation for Gamma, times z4
  Real log_lapse = 0;           ///< d_t alpha = -(log_lapse alpha + square_lapse alpha^2) K
  Real square_lapse = 0;
  Real driver = 0, harmonic = 0;  ///< d_t beta = driver B + harmonic (...)
  static Constants prepare(Value<formulation> form, Value<shift> of, Value<lapse> slicing,
                           Value<einstein::kappa1> k1, Value<einstein::kappa2> k2,
                           Value<einstein::kappa3> k3, Value<driver_damping> eta) {
    Constants c;
    c.z4 = form == "ccz4" ? 1 : 0;
    c.kappa1 = k1;
    c.kappa2 = k2;
    c.kappa3 = k3;
    c.log_lapse = slicing == "1+log" ? 2 : 0;
    c.square_lapse = slicing == "harmonic" ? 1 : 0;
    c.driver = of == "gamma-driver" ? 0.75 : 0;
    c.drives = of == "gamma-driver" ? 1 : 0;
    c.damping = eta;
    c.harmonic = of == "harmonic" ? 1 : 0;
    return c;
  }
  Real drives = 0, damping = 0;  ///< d_t B = drives (d_t Gamma - damping B)
};

}  // namespace cardon::einstein
