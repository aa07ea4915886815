// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/estimate.hpp>
#include <deque>

namespace cardon {

/// Tells when a positive quantity that is measured in every window has changed for good. What
/// counts is the logarithm y of the quantity against the median m of the last windows without a
/// change, and its noise s^2 = (deviation of these windows)^2 + (relative error of the new one)^2.
///  - A large change, |y - m| >= log(large) and >= 4 s, is seen in the first window.
///  - Smaller ones are summed up (Page's cumulative sum): with z = (y - m) / s, cut off at 3, the
///  sum
///    S = max(0, S + z - 1) and the same downwards, until S > 6; the mean of y - m over the windows
///    in the sum must reach `min_change`.
/// A window in which a single part took very long has a large error, and is not a change.
class ChangeDetector {
 public:
  /// `min_change`: the smallest relative change that is of interest; `large`: the factor by which a
  /// change is large.
  explicit ChangeDetector(double min_change = 0.1, double large = 1.75)
      : min_change_(min_change), large_(large) {}

  /// True if this window shows a change. Then it counts as the beginning of a new state; the change
  /// may have come in the middle of it, so the reference is the window after it. Unknown estimates
  /// and values that are not positive are left out.
  bool add(const Estimate& measured);
  /// Forgets everything: for changes that are known, such as other settings.
  void reset();
  /// What windows are compared with, and its error; unknown before the first.
  Estimate reference() const;

 private:
  /// Page's sum in one direction.
  struct Sum {
    double value = 0, shift = 0;
    int windows = 0;
    bool add(double z, double difference, double min_change);
  };
  double deviation() const;
  void start_with(double y);

  double min_change_, large_;
  std::deque<double> past_;  // y of the last windows
  Sum up_, down_;
  bool transition_ = false;  // the only window known is one in which there was a change
};

}  // namespace cardon
