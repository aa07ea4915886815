// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon {

namespace minex_parameters {

inline constexpr const char* section = "BalancerMinex";
inline constexpr Parameter throttle{
    "throttle", 0.0,
    "minex: total loss of all ranks accepted for a better balance; 0: the best of several values",
    non_negative};
inline constexpr Parameter partitioner{
    "partitioner", "metis",
    "Partitioner of plum, and of further starts of minex; none: minex starts from the present "
    "placement only"};
inline constexpr Parameter metric{"metric", "total",
                                  "plum: quantity minimised by a remapping: the total data moved, "
                                  "the maximum moved to or from a rank, or the sum of both",
                                  one_of("total", "max", "sum")};

}  // namespace minex_parameters
}  // namespace cardon
