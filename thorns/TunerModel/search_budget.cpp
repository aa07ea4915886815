// SPDX-License-Identifier: Apache-2.0
#include "search_budget.hpp"

#include <algorithm>

namespace cardon {
namespace {

constexpr double steps_of_a_change = 3;  // until one has been measured

}  // namespace

void SearchBudget::charge(const TuningWindow& window, double best, double moving) {
  if (so_far_ > 0) {
    windows_ += 1;
    measuring_seconds_ += std::max(0.0, window.search_seconds - charged_ - window.change_seconds);
  }
  so_far_ = window.seconds_so_far;
  charged_ = window.search_seconds;
  if (window.change_seconds > 0) {
    changes_ += 1;
    set_up_seconds_ += std::max(0.0, window.change_seconds - moving);
  }
  if (best > 0)
    lost_ +=
        std::max(0.0, window.seconds_per_step.value - best) * double(window.last - window.first);
}

bool SearchBudget::affords(double seconds, double left) const {
  return spent() + seconds <= budget_ * (so_far_ + left);
}

double SearchBudget::steps_of_window(double step) const {
  const bool known = windows_ > 0 && budget_ > 0 && step > 0;
  return known ? measuring_seconds_ / windows_ / budget_ / step : 0;
}

double SearchBudget::set_up(double step) const {
  return changes_ > 0 ? set_up_seconds_ / changes_ : steps_of_a_change * step;
}

}  // namespace cardon
