// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <cardon/services/balancer.hpp>
#include <memory>

namespace cardon {

/// MinEX as a refiner from several starts: the present placement, a partition whose parts are given
/// to ranks such that little moves, and, over several sites, one among the sites first. The
/// placement whose predicted time, moving included, is least.
class MinexBalancer : public Balancer {
 public:
  MinexBalancer() = default;
  /// `partitioner` null: from the present placement only. `throttle` 0: several values.
  MinexBalancer(double throttle, std::shared_ptr<const Partitioner> partitioner)
      : throttle_(throttle), partitioner_(std::move(partitioner)), given_(true) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  std::vector<Placement> starts(const BalanceProblem& problem) const;
  std::vector<double> throttles(const BalanceProblem& problem) const;

  double throttle_ = 0;
  std::shared_ptr<const Partitioner> partitioner_;
  bool given_ = false;
  unsigned seed_ = 1;
};

}  // namespace cardon
