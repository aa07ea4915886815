// SPDX-License-Identifier: Apache-2.0
// The parameters of the plain driver, section `driver`.
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon::unigrid {

inline constexpr const char* section = "driver";
inline constexpr Parameter<List<int>> topology{
    "topology",
    {},
    "Blocks in x, y, z; their product is the number of ranks (empty: chosen by the driver)",
    at_least(1)};
inline constexpr Parameter ghost_zones{
    "ghost_zones", 0,
    "Ghost depth in layers; more layers make exchanges rarer (0: as many as the largest stencil "
    "needs, or more where steps prove faster with them)",
    at_least(0)};
inline constexpr Parameter overlap{"overlap", "always",
                                   "Compute while messages travel; the results are bit-identical",
                                   one_of("always", "never")};

}  // namespace cardon::unigrid
