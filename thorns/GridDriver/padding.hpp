// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <utility>
#include <vector>

namespace cardon::grid_driver {

/// From the steps behind iteration `after` on, a rank takes this time per point.
struct PaddingChange {
  long after = 0;
  double seconds_per_point = 0;
};

/// Stretches computation to a given time per point by sleeping, so that the behaviour of many ranks
/// can be measured on few cores.
class Padding {
 public:
  /// In s; 0: none. Changes in the order of iterations.
  explicit Padding(double seconds_per_point = 0, std::vector<PaddingChange> changes = {})
      : seconds_per_point_(seconds_per_point), changes_(std::move(changes)) {}
  bool active() const { return seconds_per_point_ > 0; }
  double seconds_per_point() const { return seconds_per_point_; }
  /// A step begins, behind so many others.
  void begin_step(long iteration);
  /// After `points` were computed in `spent` seconds: sleeps the rest of their time, in short
  /// stretches with `poll` between them, whose time does not count. Returns the time slept. What
  /// one call oversleeps, the next ones make good.
  double stretch(long points, double spent, const std::function<void()>& poll);

 private:
  double seconds_per_point_;
  std::vector<PaddingChange> changes_;
  double owed_ = 0;  // time still to sleep
};

}  // namespace cardon::grid_driver
