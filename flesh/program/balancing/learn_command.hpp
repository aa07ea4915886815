// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "balancing/choice_score.hpp"
#include "balancing/forest_training.hpp"
#include "startup/input_options.hpp"

namespace cardon {

/// The strategies among which balance.balancer: auto chooses; of equals the first is preferred.
const std::vector<std::string>& choosable_strategies();

/// With the strategy that is best, or the first one that is within 0.5 % of it, weighted by how
/// much the choice matters.
std::vector<LabelledScenario> labelled(std::span<const TriedScenario> tried);
/// Plans that were carried out, by plan_features(), with shares of `kept` and `lost`; see
/// kept_share().
std::vector<LabelledScenario> labelled_plans(std::span<const TriedScenario> tried);

struct LearnOptions {
  InputOptions input;
  std::string file;      ///< to learn forests and write them there and to FILE.plans; empty: score
  int scenarios = 1000;  ///< of each family if scored
  unsigned seed = 1;     ///< of the scenarios and of the forest
  bool json = false;
};

/// `cardon balance --learn FILE`: tries all strategies on scenarios and learns the forest from
/// them. `cardon balance --score`: how often forest, tree and fixed strategies choose the best one,
/// and how much of the possible saving they get, in scenarios with other seeds. Returns the exit
/// code. Throws Error registry/no-such-service where a strategy is not installed, balancer/scene
/// for numbers that cannot be, and output/write-failed, before
/// the work if the file cannot be written.
int learn_command(const LearnOptions& options);

}  // namespace cardon
