// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

namespace cardon::grid_driver {

/// Stretches computation to a given time per point by sleeping, so that the behaviour of many ranks
/// can be measured on few cores.
class Padding {
 public:
  /// In s; 0: none.
  explicit Padding(double seconds_per_point = 0) : seconds_per_point_(seconds_per_point) {}
  bool active() const { return seconds_per_point_ > 0; }
  double seconds_per_point() const { return seconds_per_point_; }
  /// After `points` were computed in `spent` seconds: sleeps the rest of their time, in short
  /// stretches with `poll` between them, whose time does not count. Returns the time slept. What
  /// one call oversleeps, the next ones make good.
  double stretch(long points, double spent, const std::function<void()>& poll);

 private:
  double seconds_per_point_;
  double owed_ = 0;  // time still to sleep
};

}  // namespace cardon::grid_driver
