// SPDX-License-Identifier: Apache-2.0
// Parameters of EinsteinVacuum.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

inline constexpr Parameter order{"order", 4, "Order of the differences in space",
                                 one_of(2, 4, 6, 8)};
inline constexpr Parameter upwind{"upwind", false,
                                  "Differences along the shift with more points upwind"};
inline constexpr Parameter dissipate{"dissipate", true, "Kreiss-Oliger dissipation"};
inline constexpr Parameter dissipation{"dissipation", 0.1, "Its strength", between(0, 1)};

inline constexpr Parameter max_speed{
    "max_speed", 1.0,         "Maximum coordinate speed used by time.courant",
    positive,    unit("m/s"), formerly("fastest")};

inline constexpr Parameter sponge{"sponge", false, "Absorb waves far from the centre"};
inline constexpr Parameter sponge_radius{"sponge_radius", 8.0, "Inner radius of the sponge",
                                         positive, unit("m")};
inline constexpr Parameter sponge_width{"sponge_width", 2.0,
                                        "Distance over which the sponge reaches its full strength",
                                        positive, unit("m")};
inline constexpr Parameter sponge_rate{"sponge_rate", 2.0, "Full strength of the sponge",
                                       non_negative, unit("1/s")};

inline constexpr Parameter formulation{"formulation", "ccz4", "Form of the equations",
                                       one_of("ccz4", "bssn")};
inline constexpr Parameter kappa1{"kappa1", 1.0, "CCZ4: damping rate of constraints", non_negative,
                                  unit("1/m")};
inline constexpr Parameter kappa2{"kappa2", 0.0, "CCZ4: further damping of Theta", above(-1)};
inline constexpr Parameter kappa3{"kappa3", 1.0, "CCZ4: factor of Z times derivatives of the shift",
                                  between(0, 1)};

inline constexpr Parameter lapse{"lapse", "1+log", "Slicing",
                                 one_of("1+log", "harmonic", "geodesic")};
inline constexpr Parameter shift{"shift", "gamma-driver", "Condition on the shift",
                                 one_of("gamma-driver", "harmonic", "none")};
inline constexpr Parameter driver_damping{"driver_damping", 1.0, "Gamma-driver: damping eta of B",
                                          non_negative, unit("1/m")};

inline constexpr Parameter initial{"initial", "minkowski", "Initial data",
                                   one_of("minkowski", "robust", "gauge_wave", "shifted_gauge_wave",
                                          "linear_wave", "gowdy", "quadrupole_wave")};
inline constexpr Parameter amplitude{
    "amplitude", 0.01, "Amplitude of waves, and of the noise of robust", non_negative};
inline constexpr Parameter wavenumber{
    "wavenumber", Vec3{1, 0, 0},
    "Plane waves: waves per unit of length along x, y, z; Gowdy: direction", unit("1/m")};

inline constexpr Parameter multipole{"multipole", 0, "Quadrupole wave: m", one_of(0, 2)};
inline constexpr Parameter width{"width", 1.0, "Quadrupole wave: width", positive, unit("m")};
inline constexpr Parameter centre{
    "centre", Vec3{0, 0, 0}, "Centre of the quadrupole wave, the sponge and the spheres of Psi_4",
    unit("m"), formerly("center")};

}  // namespace cardon::einstein
