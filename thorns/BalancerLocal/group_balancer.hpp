// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <cardon/services/balancer.hpp>

namespace cardon {

/// Balances groups of ranks first, by moving as few blocks between them as it can, and the ranks of
/// each group after that.
class GroupBalancer : public Balancer {
 public:
  enum class Kind {
    sites,  ///< hierarchical (HierchLB in H. Menon, dissertation, University of Illinois, 2016,
            ///< section 3.6.2): groups are sites, or of a size given; greedy within
    hosts   ///< node_aware (section 5.4 there): groups are hosts; few moves within as well
  };
  explicit GroupBalancer(Kind kind) : kind_(kind) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  std::vector<int> group_of_ranks(const BalanceProblem& problem) const;
  void balance_groups(const BalanceProblem& problem, const std::vector<int>& groups, int count,
                      Placement& placement) const;

  Kind kind_;
  int group_size_ = 512;
  double group_tolerance_ = 1.005, rank_tolerance_ = 1.02;
};

}  // namespace cardon
