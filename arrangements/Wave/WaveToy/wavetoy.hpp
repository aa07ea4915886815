// SPDX-License-Identifier: Apache-2.0
// Parameters and fields of WaveToy.
#pragma once
#include <cardon/thorn.hpp>

namespace wavetoy {
using namespace cardon;

inline constexpr Parameter speed{"speed", 1.0, "Wave speed v", positive, unit("m/s")};
inline constexpr Parameter order{"order", 2, "Order of the differences in space; in time it is 2",
                                 one_of(2, 4)};
inline constexpr Parameter initial{"initial", "gaussian", "Initial data",
                                   one_of("gaussian", "plane", "standing", "expression")};
inline constexpr Parameter amplitude{"amplitude", 1.0,
                                     "Height of gaussian, plane and standing waves"};
inline constexpr Parameter radius{"radius", 0.0, "Gaussian: radius R of the shell", non_negative,
                                  unit("m")};
inline constexpr Parameter width{"width", 0.1, "Gaussian: width s of the shell", positive,
                                 unit("m")};
inline constexpr Parameter center{"center", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre of the shell",
                                  unit("m")};
inline constexpr Parameter wavenumber{
    "wavenumber", Vec3{1, 0, 0}, "Plane, standing: waves per metre along x, y, z", unit("1/m")};
inline constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                                    "Expression: phi as a function of x, y, z, r, t"};
inline constexpr Expression exact{"exact", "0", "What the derived field error compares phi with"};

inline constexpr Field phi = Field{"phi", "Scalar field"}.past_levels(1);

// Initial data: phi at the start and one step before it.
void set_gaussian(Block& block);
void set_plane(Block& block);
void set_standing(Block& block);
void set_expression(Block& block);

}  // namespace wavetoy
