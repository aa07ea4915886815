// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon {

namespace minex_parameters {

inline constexpr const char* section = "BalancerMinex";
inline constexpr Parameter throttle{"throttle", 0.0,
                                    "minex: how much all ranks together may lose for a better "
                                    "balance; 0: the best of several values",
                                    non_negative};
inline constexpr Parameter partitioner{
    "partitioner", "metis",
    "Partitioner of plum, and of further starts of minex; none: minex starts from the present "
    "placement only"};
inline constexpr Parameter metric{
    "metric", "total",
    "plum: what a remapping keeps small: all that moves, the most that moves to "
    "or from a rank, or the sum of both",
    one_of("total", "max", "sum")};

}  // namespace minex_parameters
}  // namespace cardon
