// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/partitioner.hpp>

namespace cardon {

/// SCOTCH_graphMap: static mapping by dual recursive bipartitioning of a graph and of its target,
/// the complete graph of the parts, whose vertices weigh their shares and whose edges their
/// distances. Weights become integers, at least 1: those of vertices up to a million, those of
/// edges such that sums of edge weight times distance fit into 32 bits for up to a million edges;
/// distances are multiples of the least, at most 1000. Calls at the same time wait for each other,
/// because some of Scotch's random numbers are the process's.
class ScotchPartitioner : public Partitioner {
 public:
  /// Throws Error balancer/partitioner if Scotch fails.
  std::vector<int> partition(const WeightedGraph& graph,
                             const PartitionRequest& request) const override;
  bool maps_to_targets() const override { return true; }
};

}  // namespace cardon
