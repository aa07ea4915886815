// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/partitioner.hpp>

namespace cardon {

/// The sum over vertices of the mean weight of their edges times the number of parts, beside one,
/// in which they and their neighbours are.
double hyperedge_cut(const WeightedGraph& graph, const std::vector<int>& parts);

/// Zoltan's PHG. A vertex and its neighbours are a hyperedge, so that a vertex that sends to two
/// others in the same part counts once. Of four results within the tolerance, the one with the
/// least hyperedge_cut(), or else the one nearest to it. Starts MPI if it does not run.
class ZoltanPartitioner : public Partitioner {
 public:
  /// Throws Error balancer/partitioner if Zoltan fails, balancer/mpi if there is no MPI.
  std::vector<int> partition(const WeightedGraph& graph,
                             const PartitionRequest& request) const override;
};

}  // namespace cardon
