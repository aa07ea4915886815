// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon::basic {

inline constexpr const char* section = "BalancerBasic";
inline constexpr Parameter tolerance{
    "tolerance", 1.02, "refine: largest time of a rank relative to the mean", at_least(1.0)};
inline constexpr Parameter share{"share", 0.5, "random: probability that a block migrates",
                                 between(0.0, 1.0)};

}  // namespace cardon::basic
