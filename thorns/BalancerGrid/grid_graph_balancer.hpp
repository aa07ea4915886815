// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <cardon/services/balancer.hpp>
#include <memory>

#include "grid_options.hpp"

namespace cardon {

/// Two phases: blocks to sites by a partitioner, then blocks to the ranks of each site. Targets are
/// real numbers, not counts of equal parts as in the original, which is wrong for a speed of 1.5.
class GridGraphBalancer : public Balancer {
 public:
  /// What the second phase does.
  enum class Within {
    partition,  ///< the partitioner again: GridMetisLB
    placing     ///< the placing rules of GridCommLB or "seed": GridHybridLB
  };
  explicit GridGraphBalancer(Within within) : within_(within) {}
  GridGraphBalancer(Within within, const GridOptions& options,
                    std::shared_ptr<const Partitioner> partitioner)
      : within_(within), options_(options), partitioner_(std::move(partitioner)) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  void place_within(const BalanceProblem& problem, const std::vector<int>& sites,
                    Placement& placement) const;

  Within within_;
  GridOptions options_;
  std::shared_ptr<const Partitioner> partitioner_;
  unsigned seed_ = 1;
};

}  // namespace cardon
