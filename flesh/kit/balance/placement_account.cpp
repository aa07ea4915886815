// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/balance/placement_account.hpp>
#include <cardon/kit/balance/placement_cost.hpp>

namespace cardon {

void PlacementAccount::add(const BalanceProblem& problem, const Placement& home, double steps) {
  const PlacementCost cost(problem);
  at_home_ = cost.seconds(home);
  now_ = cost.seconds(placement_of(problem));
  gained_ += steps * (at_home_ - now_);
  elapsed_ += steps * now_;
}

}  // namespace cardon
