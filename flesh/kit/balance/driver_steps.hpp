// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/grid/rank_order.hpp>

namespace cardon {

/// How a driver serves the blocks of a rank, and for how long.
struct DriverOrder {
  rank_order::Priorities priorities = rank_order::Priorities::border_first;  ///< of blocks
  double core = 0;  ///< share of a block's work that needs no message, 0 to 1
  long steps = 60;  ///< of which the first fifth is not measured
};

/// s per step of blocks on their ranks, in virtual time, in the order of the grid driver: each
/// block walks exchange, computation and end of step by BlockOrder, and each rank chooses among its
/// blocks by rank_order, as runs and `cardon simulate` do. Messages between sites queue for the
/// bandwidth of their link; those between ranks of a site and all others only travel. Both ends of
/// a message between ranks take processor time (message_seconds, packing_seconds).
double driver_steps(const BalanceProblem& problem, const Placement& placement,
                    const DriverOrder& order = {});

}  // namespace cardon
