// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/tuning_window.hpp>

namespace cardon {

/// What the search has cost, and what it may.
class SearchBudget {
 public:
  explicit SearchBudget(double budget) : budget_(budget) {}

  /// Charges a window: all that the search cost up to its end, and the time by which its steps were
  /// slower than the best that was known. `best`: s per step; 0: nothing was known. `moving`:
  /// expected s that points took to their new owners in the change before it.
  void charge(const TuningWindow& window, double best, double moving);
  /// Whether a trial that may cost so many seconds is still within the budget.
  /// `left`: expected s to the end of the run.
  bool affords(double seconds, double left) const;
  /// Expected s for going over to other settings, points that move not counted. `step`: s per step
  /// now.
  double set_up(double step) const;
  /// Steps that a window must have so that measuring it is within the budget, changes not counted;
  /// 0: not known.
  double steps_of_window(double step) const;
  double spent() const { return charged_ + lost_; }

 private:
  double budget_;
  double charged_ = 0, lost_ = 0, so_far_ = 0;
  double changes_ = 0, set_up_seconds_ = 0;
  double windows_ = 0, measuring_seconds_ = 0;  // without the first window
};

}  // namespace cardon
