// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/tuning_window.hpp>

namespace cardon {

/// What the search has cost, and what it may.
class Account {
 public:
  explicit Account(double budget) : budget_(budget) {}

  /// Charges a window: the change before it, and the time by which its steps were slower than the
  /// best that was known. `best`: s per step; 0: nothing was known.
  void charge(const TuningWindow& window, double best);
  /// Whether a trial that may cost so many seconds is still within the budget.
  /// `left`: expected s to the end of the run.
  bool affords(double seconds, double left) const;
  /// Expected s for going over to other settings. `step`: s per step now.
  double change_cost(double step) const;
  double spent() const { return spent_; }

 private:
  double budget_;
  double spent_ = 0, so_far_ = 0;
  double changes_ = 0, change_seconds_ = 0;
};

}  // namespace cardon
