// SPDX-License-Identifier: Apache-2.0
// Parameters and fields of Diffusion.
#pragma once
#include <cardon/thorn.hpp>

namespace diffusion {
using namespace cardon;

inline constexpr Parameter diffusivity{"diffusivity", 1.0,
                                       "Diffusivity D; with a variable medium its largest value",
                                       positive, unit("m^2/s")};
inline constexpr Parameter medium{
    "medium", "uniform", "Uniform: kappa = D; variable: kappa = D times the formula in conductance",
    one_of("uniform", "variable")};
inline constexpr Expression conductance{
    "conductance", "1",
    "Variable medium: kappa / D as a function of x, y, z, r, above 0 and up to 1"};
inline constexpr Parameter initial{"initial", "gaussian", "Initial data",
                                   one_of("gaussian", "mode", "expression")};
inline constexpr Parameter amplitude{"amplitude", 1.0, "Height of gaussian and mode"};
inline constexpr Parameter width{"width", 0.1, "Gaussian: width", positive, unit("m")};
inline constexpr Parameter center{"center", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre", unit("m")};
inline constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                                      "Mode: waves per metre along x, y, z", unit("1/m")};
inline constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                                    "Expression: u as a function of x, y, z, r"};
inline constexpr Expression exact{"exact", "0", "What the derived field error compares u with"};

inline constexpr Field u{"u", "Temperature", unit("K")};
inline constexpr Field kappa = Field{"kappa", "Local diffusivity", unit("m^2/s")}.no_boundary();

// Initial data, and the medium.
void set_gaussian(Block& block);
void set_mode(Block& block);
void set_expression(Block& block);
void set_medium(Block& block);

}  // namespace diffusion
