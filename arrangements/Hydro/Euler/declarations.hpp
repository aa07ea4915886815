// SPDX-License-Identifier: Apache-2.0
// Fields and the parameters that more than one source of the thorn knows.
#pragma once
#include <cardon/thorn.hpp>

namespace euler {

using cardon::Evolved, cardon::Parameter, cardon::Real, cardon::unit;

inline constexpr Parameter heat_ratio{"gamma", 1.4, "Ratio of specific heats", cardon::above(1)};
inline constexpr Parameter pressure_floor{"pressure_floor", 0.0,
                                          "Minimum pressure for the computation of fluxes",
                                          cardon::non_negative, unit("Pa")};
inline constexpr Parameter reconstruction{"reconstruction", "linear",
                                          "States at faces: those of the cells, MUSCL, or PPM",
                                          cardon::one_of("constant", "linear", "ppm")};
inline constexpr Parameter limiter{
    "limiter", "mc", "Slopes of linear reconstruction",
    cardon::one_of("minmod", "mc", "mc_characteristic", "van_leer", "none")};
inline constexpr Parameter riemann{"riemann", "hllc", "Approximate Riemann solver",
                                   cardon::one_of("hllc", "hll")};

inline constexpr Evolved density{"rho", "Density", unit("kg/m^3")};
inline constexpr Evolved momentum =
    Evolved{"momentum", "Momentum density", unit("kg/m^2/s")}.vector();
inline constexpr Evolved energy{"energy", "Density of internal and kinetic energy", unit("J/m^3")};

/// Declares the right-hand sides for all schemes.
void declare_rhs(cardon::ThornBuilder& thorn);

}  // namespace euler
