// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>

namespace cardon {

/// The ranks on whose queues blocks begin to wait: the lightest rank takes neighbours of its blocks
/// from ranks that have too much, time and again, where work, messages and data that have to come
/// count (D. J. Harvey, "Load balancing techniques for distributed processing environments",
/// dissertation, University of Texas at Arlington, 2001, section 5.6). Data do not move.
Placement pre_partition(const BalanceProblem& problem, unsigned seed);

}  // namespace cardon
