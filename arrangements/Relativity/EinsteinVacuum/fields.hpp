// SPDX-License-Identifier: Apache-2.0
// Grid functions of EinsteinVacuum.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

inline constexpr Field chi{"chi", "Conformal factor det(gamma)^(-1/3)"};
inline constexpr Field K{"K", "Trace of the extrinsic curvature"};
inline constexpr Field theta{"Theta", "Time component of the Z4 vector"};
inline constexpr Field alpha{"alpha", "Lapse"};
inline constexpr Field g = Field{"g", "Conformal metric, determinant 1"}.symmetric_tensor();
inline constexpr Field A =
    Field{"A", "Conformal extrinsic curvature, without its trace"}.symmetric_tensor();
inline constexpr Field gamma = Field{"Gamma", "Conformal connection, and twice Z"}.vector();
inline constexpr Field beta = Field{"beta", "Shift"}.vector();
inline constexpr Field B = Field{"B", "Driver of the shift"}.vector();

inline constexpr Derived ham{"ham", "Hamiltonian constraint R + K^2 - K_ij K^ij"};
inline constexpr Field mom =
    Derived{"mom", "Momentum constraint, lower index, D_j K^j_i - d_i K"}.vector();
inline constexpr Derived det_error{"det_error", "Determinant of g minus 1"};
inline constexpr Derived trace_error{"trace_error", "Trace of A"};
inline constexpr Derived error{"error",
                               "Length of the difference of the metric from the exact one"};
inline constexpr Derived error_alpha{"error_alpha", "Lapse minus the exact one"};
inline constexpr Derived psi4_re{"psi4_re", "Real part of the Weyl scalar Psi_4"};
inline constexpr Derived psi4_im{"psi4_im", "Imaginary part of the Weyl scalar Psi_4"};

}  // namespace cardon::einstein
