// SPDX-License-Identifier: Apache-2.0
#include "exact_riemann.hpp"

namespace euler {

ExactRiemann::ExactRiemann(State left, State right, double gamma)
    : left_(left), right_(right), gamma_(gamma) {
  solve();
}

ExactRiemann::Change ExactRiemann::across(const State& side, double p) const {
  const double g = gamma_;
  if (p > side.p) {  // a shock
    const double a = 2 / ((g + 1) * side.rho), b = (g - 1) / (g + 1) * side.p;
    const double root = std::sqrt(a / (p + b));
    return {(p - side.p) * root, root * (1 - 0.5 * (p - side.p) / (p + b))};
  }
  const double c = sound(side), ratio = p / side.p;  // a rarefaction
  return {2 * c / (g - 1) * (std::pow(ratio, (g - 1) / (2 * g)) - 1),
          std::pow(ratio, -(g + 1) / (2 * g)) / (side.rho * c)};
}

// Newton's method from the two-rarefaction guess. The function rises and is concave, so that it
// comes from below after one step at most.
void ExactRiemann::solve() {
  const double cl = sound(left_), cr = sound(right_), g = gamma_, z = (g - 1) / (2 * g);
  const double room = cl + cr - 0.5 * (g - 1) * (right_.u - left_.u);
  if (room <= 0) {  // vacuum; u_ is of no use
    p_ = 0;
    u_ = 0.5 * (left_.u + 2 * cl / (g - 1) + right_.u - 2 * cr / (g - 1));
    return;
  }
  double p = std::pow(room / (cl / std::pow(left_.p, z) + cr / std::pow(right_.p, z)), 1 / z);
  for (int n = 0; n < 50; ++n) {
    const Change l = across(left_, p), r = across(right_, p);
    const double next = p - (l.value + r.value + (right_.u - left_.u)) / (l.slope + r.slope);
    const double change = std::abs(next - p);
    p = next > 0 ? next : 1e-3 * p;
    if (change < 1e-15 * p) break;
  }
  p_ = p;
  u_ = 0.5 * ((left_.u + right_.u) + (across(right_, p).value - across(left_, p).value));
}

// Inside a rarefaction both speeds are linear, so the largest sum is at an end.
double ExactRiemann::max_speed() const {
  const State ends[] = {left_, right_, on_left(left_, u_, u_),
                        on_left({right_.rho, -right_.u, right_.p}, -u_, -u_)};
  double largest = 0;
  for (const State& s : ends) {
    const double speed = std::abs(s.u) + (s.rho > 0 ? sound(s) : 0);
    largest = speed > largest ? speed : largest;
  }
  return largest;
}

}  // namespace euler
