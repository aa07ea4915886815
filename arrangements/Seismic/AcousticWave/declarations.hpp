// SPDX-License-Identifier: Apache-2.0
// Parameters and fields.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::acoustic {

inline constexpr Parameter order{"order", 4, "Order of the differences in space; in time it is 2",
                                 one_of(2, 4, 6)};
inline constexpr Parameter velocity_from{
    "velocity_from", "constant", "Where the wave speed comes from",
    one_of("constant", "expression", "file", "layers", "section")};
inline constexpr Parameter speed{"speed", 1.0, "Constant: wave speed", positive, unit("m/s")};
inline constexpr Expression profile{
    "profile", "1", "Expression: wave speed as a function of x, y, z, r", unit("m/s")};
inline constexpr Parameter max_speed{
    "max_speed",  0.0,         "Expression: maximum wave speed, which limits the step",
    non_negative, unit("m/s"), formerly("fastest")};
inline constexpr DataFile model{"model", "File: wave speed", unit("m/s"), positive};
inline constexpr DataTable<1> layers{
    "layers", "Layers: wave speed against the depth below the upper face", unit("m/s"), positive};
inline constexpr DataTable<2> section{
    "section", "Section: wave speed against x and the depth below the upper face", unit("m/s"),
    positive};
inline constexpr Parameter source_x{"source_x", list_of(0.5), "Sources: x of each", unit("m")};
inline constexpr Parameter source_y{"source_y", list_of(0.5), "Sources: y of each", unit("m")};
inline constexpr Parameter source_z{"source_z", list_of(0.5), "Sources: z of each", unit("m")};
inline constexpr Parameter amplitude{
    "amplitude", list_of(1.0),
    "Sources: pressure at the distance 1 m, times 4 pi; one for all, or "
    "one for each"};
inline constexpr Parameter frequency{"frequency", 5.0, "Wavelet: peak frequency", positive,
                                     unit("Hz")};
inline constexpr Parameter delay{
    "delay", 1.5, "Wavelet: time of its peak, in periods of the frequency", at_least(1)};
inline constexpr Parameter source_width{"source_width", 1.0, "Width of a source, in spacings",
                                        at_least(0.5)};
inline constexpr Parameter sponge_lower{
    "sponge_lower", Vec3{}, "Widths of the absorbing layers at the lower faces in x, y, z",
    non_negative, unit("m")};
inline constexpr Parameter sponge_upper{
    "sponge_upper", Vec3{}, "Widths of the absorbing layers at the upper faces in x, y, z",
    non_negative, unit("m")};
inline constexpr Parameter sponge_reflection{
    "sponge_reflection", 1e-3,
    "Amplitude of a wave after two passes through a layer, relative to the incident one", above(0),
    below(1)};
inline constexpr Parameter radiative_speed{"radiative_speed", 0.0,
                                           "Speed of waves that leave through radiative faces",
                                           non_negative, unit("m/s")};
inline constexpr Parameter near{
    "near", 0.1, "Distance to a source below which the field error is 0", positive, unit("m")};

inline constexpr Evolved pressure = Evolved{"pressure", "Pressure", unit("Pa")}.past_levels(1);
inline constexpr Field velocity = Field{"velocity", "Wave speed", unit("m/s")}.no_boundary();
inline constexpr Field kept =
    Field{"kept", "What the layers leave of a wave in a step"}.no_boundary();
inline constexpr Field source = Field{"source", "Shape of the sources"}.no_boundary();
inline constexpr Field damping =
    Derived{"damping", "Damping rate of the layers", unit("1/s")}.no_boundary();
inline constexpr Derived energy{
    "energy", "Energy density of the pressure's rate of change, times density", unit("Pa2/m2")};
inline constexpr Field error =
    Derived{"error", "Pressure minus that of the sources in an infinite medium"}.no_boundary();
inline constexpr Scalar greatest_velocity{"greatest_velocity", "Greatest wave speed", Reduce::max,
                                          unit("m/s")};

}  // namespace cardon::acoustic
