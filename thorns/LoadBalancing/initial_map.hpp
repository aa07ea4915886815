// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/decomposition.hpp>
#include <cardon/services/machine.hpp>
#include <string_view>
#include <vector>

namespace cardon {

/// Owners of all blocks at the start of a run; blocks stay at their site, and its ranks get equally
/// many. `naive`: they take turns, so that neighbours are at different ranks. `square`: blocks at a
/// link to another site are dealt out evenly, and the others form compact groups of neighbours.
std::vector<int> initial_map(std::string_view kind, const Decomposition& decomposition,
                             const Machine& machine);

}  // namespace cardon
