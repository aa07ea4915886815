// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/site_assignment.hpp>
#include <vector>

namespace cardon {

/// What each block sends to blocks at other sites, by number of the block, in messages or bytes per
/// step. Blocks with more than 0 are border blocks. `sites`: of each block.
std::vector<double> wide_messages(const BalanceProblem& problem, const std::vector<int>& sites,
                                  EdgeMeasure measure);

}  // namespace cardon
