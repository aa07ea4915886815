// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/services/balancer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "balancing/step_simulator.hpp"

namespace cardon {

/// What a balancer makes of a problem.
struct BalanceTrial {
  std::string name;
  PlacementFigures figures;
  double strategy_seconds = 0;         ///< processor time of the plan on this computer
  bool refused = false;                ///< the plan does not pay; the figures are those of the plan
  int min_border = 0, max_border = 0;  ///< border blocks per rank
  double simulated = 0;                ///< s per step; 0: not simulated
  double driver = 0;                   ///< the same in the order of the grid driver
  double cut = 0;                      ///< share of the bytes of all messages between ranks
  double max_sent_received = 0;        ///< bytes of state: most sent by, plus most received by one
  /// s per step of the slowest rank with its part of the migration, divided by the horizon; links
  /// are not shared. And the same over the mean of all ranks.
  double slowest_rank = 0, rank_ratio = 0;
  double host_moves = 0;  ///< blocks that go to another host
  double receivers = 0;   ///< mean number of ranks that a block's messages reach
  // Of a distributed balancer, else 0.
  long rounds = 0;
  double messages_per_rank = 0, max_words = 0, wide_words = 0;
  /// What the balancing itself takes if each rank were a processor of its own: the strategy's time
  /// divided by the ranks for a distributed one, and latency and transfer of its messages.
  double modelled_seconds = 0;
};

/// `placement` becomes that of the plan. `order.steps`: to simulate; 0: none.
BalanceTrial try_balancer(const std::string& name, Balancer& balancer,
                          const BalanceProblem& problem, const ServingOrder& order,
                          Placement& placement);

/// Means of what trials of one balancer found, one after the other; the first one's name.
BalanceTrial mean_of(const std::vector<BalanceTrial>& trials);

}  // namespace cardon
