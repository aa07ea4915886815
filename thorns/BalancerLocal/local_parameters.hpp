// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon::local {

inline constexpr const char* section = "BalancerLocal";
inline constexpr Parameter iterations{
    "iterations", 20, "diffusion: exchanges of loads with neighbours", at_least(1.0)};
inline constexpr Parameter group_size{
    "group_size", 512, "hierarchical: ranks per group if there is only one site", at_least(2.0)};
inline constexpr Parameter group_tolerance{
    "group_tolerance", 1.005,
    "hierarchical, node_aware: largest time of a group relative to the mean", at_least(1.0)};
inline constexpr Parameter rank_tolerance{
    "rank_tolerance", 1.02, "node_aware: largest time of a rank relative to the mean of its host",
    at_least(1.0)};

}  // namespace cardon::local
