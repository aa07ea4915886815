// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/partitioner.hpp>

namespace cardon {

/// SCOTCH_graphMap to a target: all parts at distance 1, or, where distances are given, a complete
/// target graph whose edges have them, decomposed by Scotch (SCOTCH_archBuild). Weights, shares and
/// distances become integers of up to a million, a thousand and a thousand.
class ScotchPartitioner : public Partitioner {
 public:
  /// Throws Error balancer/partitioner if Scotch fails.
  std::vector<int> partition(const WeightedGraph& graph,
                             const PartitionRequest& request) const override;
  bool maps_to_targets() const override { return true; }
};

}  // namespace cardon
