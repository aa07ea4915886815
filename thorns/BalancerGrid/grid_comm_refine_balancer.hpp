// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

#include "grid_options.hpp"

namespace cardon {

/// GridCommRefineLB (of the author's sources, beside GridCommLB): spreads messages to other sites
/// with few moves. While a rank has more of them than 1 + tolerance times the mean of its site, its
/// block with most of them goes to the rank with fewest, as long as that helps. No block changes
/// its site.
class GridCommRefineBalancer : public Balancer {
 public:
  GridCommRefineBalancer() = default;
  explicit GridCommRefineBalancer(const GridOptions& options) : options_(options) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  GridOptions options_;
};

}  // namespace cardon
