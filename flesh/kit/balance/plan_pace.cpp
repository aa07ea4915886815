// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/plan_pace.hpp>
#include <cmath>

namespace cardon {

void PlanPace::planned(double cost, double step, bool carried_out) {
  cost_ = any_ ? (cost_ + cost) / 2 : cost;
  any_ = true;
  pause_ = 0;
  if (carried_out || cost_ <= 0 || options_.max_pause == 0) return;
  // Before it is an integer: steps may be as good as free.
  const double steps = step > 0 ? std::ceil(cost_ / (options_.share * step)) : HUGE_VAL;
  pause_ = long(std::clamp(steps - double(options_.window), 0.0, double(options_.max_pause)));
}

}  // namespace cardon
