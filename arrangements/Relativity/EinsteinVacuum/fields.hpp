// SPDX-License-Identifier: Apache-2.0
// Grid functions of EinsteinVacuum.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

inline constexpr Evolved chi{"chi", "Conformal factor det(gamma)^(-1/3)"};
inline constexpr Evolved K{"K", "Trace of the extrinsic curvature"};
inline constexpr Evolved theta{"Theta", "Time component of the Z4 vector"};
inline constexpr Evolved alpha{"alpha", "Lapse"};
inline constexpr Evolved g = Evolved{"g", "Conformal metric, determinant 1"}.symmetric_tensor();
inline constexpr Evolved A =
    Evolved{"A", "Conformal extrinsic curvature, without its trace"}.symmetric_tensor();
inline constexpr Evolved gamma = Evolved{"Gamma", "Conformal connection, and twice Z"}.vector();
inline constexpr Evolved beta = Evolved{"beta", "Shift"}.vector();
inline constexpr Evolved B = Evolved{"B", "Driver of the shift"}.vector();

inline constexpr Derived ham{"ham", "Hamiltonian constraint R + K^2 - K_ij K^ij"};
inline constexpr Field mom =
    Derived{"mom", "Momentum constraint, lower index, D_j K^j_i - d_i K"}.vector();
inline constexpr Field det_error = Derived{"det_error", "Determinant of g minus 1"}.no_boundary();
inline constexpr Field trace_error = Derived{"trace_error", "Trace of A"}.no_boundary();
inline constexpr Field error =
    Derived{"error", "Length of the difference of the metric from the exact one"}.no_boundary();
inline constexpr Field error_alpha =
    Derived{"error_alpha", "Lapse minus the exact one"}.no_boundary();
inline constexpr Derived psi4_re{"psi4_re", "Real part of the Weyl scalar Psi_4"};
inline constexpr Derived psi4_im{"psi4_im", "Imaginary part of the Weyl scalar Psi_4"};

}  // namespace cardon::einstein
