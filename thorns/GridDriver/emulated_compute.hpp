// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace cardon::grid_driver {

/// From the steps behind iteration `after` on, a rank takes this time per point.
struct PaddingChange {
  long after = 0;
  double seconds_per_point = 0;
};

/// Stretches computation to a given time per point. Ranks that sleep show the behaviour of many
/// ranks on few cores; ranks that work hold their cores, and whatever else a rank does (messages,
/// codecs) takes time away from them.
class EmulatedCompute {
 public:
  enum class By { sleep, work };

  /// In s; 0: none. Changes in the order of iterations. `slowdown`: work takes at least so many
  /// times the processor time that it needs.
  explicit EmulatedCompute(double seconds_per_point = 0, std::vector<PaddingChange> changes = {},
                           By by = By::sleep, double slowdown = 1)
      : seconds_per_point_(seconds_per_point),
        changes_(std::move(changes)),
        by_(by),
        slowdown_(slowdown) {}
  bool active() const { return seconds_per_point_ > 0 || slowdown_ > 1; }
  /// The clock by which work counts, in s: time that passes; or the processor's time, where work is
  /// padded by work or slowed down, so that ranks that share a core do not take each other's work
  /// for their own.
  double clock() const;
  double seconds_per_point() const { return seconds_per_point_; }
  /// What so many points take that cost `worked` seconds of the processor.
  double seconds_of(long points, double worked) const {
    return std::max(static_cast<double>(points) * seconds_per_point_, slowdown_ * worked);
  }
  /// A step begins, behind so many others.
  void begin_step(long iteration);
  /// After `points` were computed in `spent` seconds of clock(): sleeps or works for the rest of
  /// their time, in short stretches with `poll` between them, whose time does not count. Returns
  /// the seconds that passed in these stretches. What one call overshoots, the next ones make good.
  double stretch(long points, double spent, const std::function<void()>& poll);

 private:
  void spend(double seconds);
  double padding_clock() const;

  double seconds_per_point_;
  std::vector<PaddingChange> changes_;
  By by_;
  double slowdown_;
  double owed_ = 0;  // seconds of clock() still to spend
  std::vector<double> scratch_;
};

}  // namespace cardon::grid_driver
