// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/partitioner.hpp>

namespace cardon {

/// SCOTCH_graphMap: static mapping by dual recursive bipartitioning of a graph and of its target,
/// the complete graph of the parts, whose vertices weigh their shares and whose edges their
/// distances. Weights become integers: those of vertices up to a million, those of edges such that
/// no sum of edge weight times distance overflows; distances are multiples of the least, at most
/// 1000. It uses one thread and no global state.
class ScotchPartitioner : public Partitioner {
 public:
  /// Throws Error balancer/partitioner if Scotch fails.
  std::vector<int> partition(const WeightedGraph& graph,
                             const PartitionRequest& request) const override;
  bool maps_to_targets() const override { return true; }
};

}  // namespace cardon
