// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "balancing/step_simulator.hpp"
#include "cardon/kit/balance/placement_cost.hpp"
#include "cardon/services/balancer.hpp"

namespace cardon {

/// What a balancer makes of a problem.
struct BalanceTrial {
  std::string name;
  PlacementFigures figures;
  double strategy_seconds = 0;         ///< processor time of the plan on this computer
  bool refused = false;                ///< the plan does not pay; the figures are those of the plan
  int min_border = 0, max_border = 0;  ///< border blocks per rank
  double simulated = 0;                ///< s per step; 0: not simulated
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

}  // namespace cardon
