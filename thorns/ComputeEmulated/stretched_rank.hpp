// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/emulation/compute_emulator.hpp>
#include <functional>
#include <utility>
#include <vector>

namespace cardon::compute_emulated {

/// From the steps behind iteration `after` on, a rank takes this time per point.
struct RateChange {
  long after = 0;
  double seconds_per_point = 0;
};

/// Stretches computation to a given time per point. Ranks that sleep show the behaviour of many
/// ranks on few cores; ranks that work hold their cores, and whatever else a rank does (messages,
/// codecs) takes time away from them.
class StretchedRank final : public EmulatedRank {
 public:
  enum class By { sleep, work };

  /// In s. Changes in the order of iterations. `slowdown`: work takes at least so many times the
  /// processor time that it needs.
  explicit StretchedRank(double seconds_per_point, std::vector<RateChange> changes = {},
                         By by = By::sleep, double slowdown = 1)
      : seconds_per_point_(seconds_per_point),
        changes_(std::move(changes)),
        by_(by),
        slowdown_(slowdown) {}
  double seconds_per_point() const override { return seconds_per_point_ / share_; }
  /// The processor's time where work is stretched by work or slowed down, so that ranks that share
  /// a core do not take each other's work for their own.
  double clock() const override;
  double seconds_of(long points, double worked) const override {
    return std::max(double(points) * seconds_per_point_, slowdown_ * worked) / share_;
  }
  void begin_step(long iteration) override;
  /// What one call overshoots, the next ones make good.
  double stretch(long points, double spent, const std::function<void()>& poll) override;
  void limit_speed(double share) override { share_ = share; }

 private:
  /// Whether work takes as long as the processor time that it needs says.
  bool slows_work() const { return slowdown_ > 1 || !(seconds_per_point_ > 0); }
  void spend(double seconds);
  double stretching_clock() const;

  double seconds_per_point_;
  std::vector<RateChange> changes_;
  By by_;
  double slowdown_;
  double share_ = 1;  // of its speed
  double owed_ = 0;   // seconds of clock() still to spend
  std::vector<double> scratch_;
};

}  // namespace cardon::compute_emulated
