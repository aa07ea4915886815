// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "balancing/block_scene.hpp"
#include "balancing/step_simulator.hpp"
#include "startup/input_options.hpp"

namespace cardon {

struct BalanceOptions {
  InputOptions input;  ///< overrides are parameters of balancers
  BlockScene scene;
  /// Empty: all. "a+b": a plans first, b later.
  std::vector<std::string> balancers;
  int plans = 1;       ///< one after the other; of several, means without the first are told
  double drift = 0;    ///< way of spot, clusters or front between two plans, as a share of the grid
  ServingOrder order;  ///< of the simulated steps; 0 steps: none
  bool json = false;
};

/// The verb `balance`: what balancers make of blocks on a hypothetical machine. Balancers are those
/// of runs; ranks, links and blocks are virtual. Returns the exit code. Throws Error
/// registry/no-such-service, balancer/scene, parameter/...
int balance_command(const BalanceOptions& options);

}  // namespace cardon
