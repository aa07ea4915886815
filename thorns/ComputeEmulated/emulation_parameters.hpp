// SPDX-License-Identifier: Apache-2.0
// The parameters of emulated compute, section `emulated_compute`.
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon::compute_emulated {

inline constexpr const char* section = "emulated_compute";
inline constexpr const char* changes = "changes";
inline constexpr const char* changes_description =
    "Speeds that change while running, such as [{after: 200, rank: 1, speed: 0.5}]";

inline constexpr Parameter per_point{
    "per_point",  0.0,       "Minimum time per point and task call; see by",
    non_negative, unit("s"), formerly("driver.padded_compute")};
inline constexpr Parameter by{
    "by", "sleep",
    "How ranks spend the rest of that time: sleep, or work (arithmetic for that processor time)",
    one_of("sleep", "work"), formerly("driver.padded_by")};
inline constexpr Parameter slowdown{"slowdown", 1.0,
                                    "Factor by which computing is slowed down: ranks that share "
                                    "cores behave as if each had its own",
                                    at_least(1.0), formerly("driver.padded_slowdown")};
inline constexpr Parameter<List<Real>> speeds{
    "speeds",
    {},
    "Speed of each rank, relative to per_point (empty: 1)",
    positive,
    formerly("driver.padded_speeds")};

}  // namespace cardon::compute_emulated
