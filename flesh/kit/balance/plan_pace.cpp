// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/plan_pace.hpp>
#include <cmath>

namespace cardon {

void PlanPace::planned(double cost, double slowest, double mean, bool carried_out) {
  cost_ = any_ ? (cost_ + cost) / 2 : cost;
  any_ = true;
  pause_ = 0;
  if (carried_out || cost_ <= 0 || options_.max_pause == 0) return;
  const double loss = std::max(0.0, slowest - mean - options_.noise * slowest);
  const double affordable = options_.share * slowest + options_.of_loss * loss;
  // Before it is an integer: steps may be as good as free.
  const double steps = affordable > 0 ? std::ceil(cost_ / affordable) : HUGE_VAL;
  pause_ = long(std::clamp(steps - double(options_.window), 0.0, double(options_.max_pause)));
}

}  // namespace cardon
