// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/sequence.hpp"

namespace cardon::plan {

/// The tasks of successive steps laid out in one row, read from the sequence only as far as
/// somebody looks. Position i is the place just before item i, and an item is a task or the end of
/// a step.
class TaskStream {
 public:
  static constexpr int step_end = -1;    ///< item
  static constexpr int end_of_run = -1;  ///< in seen()

  TaskStream(const Sequence& sequence, long first_step)
      : sequence_(sequence), first_step_(first_step) {}

  /// Whether there is an item at `position`, or the run ends before it. Looks ahead as far as
  /// necessary.
  bool has(int position);
  /// The item at a position for which has() was true.
  int operator[](int position) const { return items_[position]; }
  bool step_boundary(int position) const {
    return position == 0 || items_[position - 1] == step_end;
  }
  /// The ids of the patterns looked at so far, with end_of_run as the last one if that was seen.
  const std::vector<int>& seen() const { return seen_; }

 private:
  const Sequence& sequence_;
  long first_step_;
  std::vector<int> items_;
  std::vector<int> seen_;
};

}  // namespace cardon::plan
