// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

namespace cardon {

/// Distance between two points, symmetric.
using Distance = std::function<double(int, int)>;

/// The leaves of a binary tree of so many points in which those far from each other are separated
/// first: two sites before the ranks of a site. Node 1 is the root, the halves of node n are 2 n
/// and 2 n + 1. Leaves are at most one level deeper than those of a balanced tree.
std::vector<int> bisection_leaves(int points, const Distance& distance);

}  // namespace cardon
