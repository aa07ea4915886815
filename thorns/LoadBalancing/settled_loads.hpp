// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>

namespace cardon {

/// By how much the loads of a rank have changed: the largest sum of the changes of its blocks and
/// of its background, in s per step. Of all ranks together a change on one of many would be
/// nothing. Infinite where blocks, ranks or speeds are others.
double largest_change(const BalanceProblem& before, const BalanceProblem& now);

}  // namespace cardon
