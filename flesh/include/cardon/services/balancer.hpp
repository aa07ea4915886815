// SPDX-License-Identifier: Apache-2.0
// Decides which rank owns which block.
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/balancing/partitioner.hpp>
#include <cardon/services/role_name.hpp>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace cardon {

class ParameterSet;

/// What a balancer is told when it starts.
struct BalancerSetup {
  const ParameterSet* parameters = nullptr;  ///< null: all parameters have their defaults
  unsigned seed = 1;                         ///< all that is random follows from it
  /// Makes a partitioner by name, as the balancers of graphs need it. Throws Error
  /// registry/no-such-service.
  std::function<std::shared_ptr<Partitioner>(std::string_view name)> partitioner;
};

/// Plans migrations and has no part in carrying them out. Whether a plan is worth its price is for
/// the caller to judge, by PlacementCost (cardon/kit/balance). Equal setups and problems give equal
/// plans, on any rank.
class Balancer {
 public:
  virtual ~Balancer() = default;
  /// Called once, first.
  virtual void open(const BalancerSetup& setup) = 0;
  /// Plans for all blocks at one place. The result has a block at most once, movable ones only, and
  /// only ranks that are available and not the block's own. A problem without available ranks has
  /// no moves.
  virtual std::vector<BlockMove> plan(const BalanceProblem& problem) = 0;
  /// A distributed balancer: its part on a rank, after open(). plan() then gives what the agents of
  /// all ranks would do together. Null: the balancer needs all figures at one place.
  virtual std::unique_ptr<BalanceAgent> agent(int rank) const {
    (void)rank;
    return nullptr;
  }
};

template <>
inline constexpr const char* role_name<Balancer> = "balancer";  ///< as in parameter files

}  // namespace cardon
