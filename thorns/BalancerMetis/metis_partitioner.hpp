// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/partitioner.hpp>

namespace cardon {

/// METIS_PartGraphRecursive: recursive bisection with real-valued shares. Weights become integers,
/// the largest of them about a million, as far as the sum fits into METIS' integers; those above
/// the largest share of a part count as that share. Where there are no more blocks than parts, each
/// block gets a part of its own.
class MetisPartitioner : public Partitioner {
 public:
  /// Throws Error balancer/partitioner if METIS fails.
  std::vector<int> partition(const WeightedGraph& graph,
                             const PartitionRequest& request) const override;
};

}  // namespace cardon
