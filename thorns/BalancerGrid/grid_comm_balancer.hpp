// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

#include "grid_options.hpp"

namespace cardon {

/// GridCommLB (G. A. Koenig, dissertation, University of Illinois, 2007, section 7.1): within each
/// site equal work and an equal share of border blocks for each rank; no block changes its site.
class GridCommBalancer : public Balancer {
 public:
  GridCommBalancer() = default;
  explicit GridCommBalancer(const GridOptions& options) : options_(options) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  GridOptions options_;
};

}  // namespace cardon
