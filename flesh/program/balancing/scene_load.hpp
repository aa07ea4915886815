// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/kit/balance/small_random.hpp>
#include <string>

#include "balancing/block_scene.hpp"

namespace cardon {

/// Blocks per direction: of one or two directions the first ones are 1.
std::array<int, 3> extents(const BlockScene& scene);

/// Relative work of the block at (y, x) in units of the grid; 0 for a front, which front_level()
/// tells. Throws Error balancer/scene for an unknown load.
double work_at(const BlockScene& scene, double y, double x, SmallRandom& random);

/// Levels of refinement 0, 1, 2 of the column x of n by its distance from the front.
int front_level(const BlockScene& scene, int x, int n);

/// Throws Error balancer/scene.
[[noreturn]] void refuse_scene(std::string message, std::string help);

}  // namespace cardon
