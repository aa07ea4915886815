// SPDX-License-Identifier: Apache-2.0
// Choices of formulation and gauge as factors, so that kernels have no branches.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

struct Constants {
  Real z4 = 1;                  ///< 1: CCZ4, 0: BSSN
  Real kappa1 = 0, kappa2 = 0;  ///< damping of constraints, times z4
  Real kappa3 = 0;              ///< factor of Z in the equation for Gamma, times z4
  Real log_lapse = 0;           ///< d_t alpha = -(log_lapse alpha + square_lapse alpha^2) K
  Real square_lapse = 0;
  Real driver = 0, harmonic = 0;  ///< d_t beta = driver B + harmonic (...)
  Real drives = 0, damping = 0;   ///< d_t B = drives (d_t Gamma - damping B)
};

}  // namespace cardon::einstein
