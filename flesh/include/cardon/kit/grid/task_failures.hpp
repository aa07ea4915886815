// SPDX-License-Identifier: Apache-2.0
// What tasks throw where fields hold NaN.
#pragma once
#include <cardon/thorn/error.hpp>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>

namespace cardon {

/// Errors of tasks that have read NaN: "negative density". They are consequences, and would end the
/// run before the next check finds the NaN and all ranks look for its cause. They are kept until
/// then, and what the task would have written is NaN. If the check finds all fields finite, the
/// error is thrown. Of one rank, whose threads may call it at once.
class TaskFailures {
 public:
  /// Whether somebody checks the fields now and then; otherwise nothing is kept, and
  /// throw_unexplained() throws what was kept so far.
  void await_checks(bool awaited) {
    awaits_checks_ = awaited;
    if (awaited == (finite_ == never_again))
      finite_ = awaited ? std::numeric_limits<long>::min() : never_again;
  }
  /// From now on everything is kept and nothing thrown: the run ends for another reason.
  void disregard() { disregards_ = true; }
  /// Whether the error is kept; otherwise it is to be thrown. `step`: the iteration to which the
  /// step leads. `has_read_nan`: whether there is a NaN or an infinity in what the call has read.
  bool keep(const Error& error, long step, const std::function<bool()>& has_read_nan) {
    if (!disregards_ && !(awaits_checks_ && has_read_nan())) return false;
    const std::lock_guard lock(one_at_a_time_);
    if (!first_ || step < first_->step) first_.emplace(Kept{error, step});
    return true;
  }
  /// All fields were finite after this iteration.
  void found_finite(long iteration) { finite_ = iteration; }
  /// Steps after this iteration were rejected.
  void go_back(long iteration) {
    if (first_ && first_->step > iteration) first_.reset();
    if (awaits_checks_) finite_ = std::min(finite_, iteration);
  }
  /// Throws what was kept until an iteration after which all fields were finite.
  void throw_unexplained() const {
    if (first_ && !disregards_ && first_->step <= finite_) throw Error(first_->error);
  }
  /// Throws what was kept: there will be no other check.
  void throw_any() const {
    if (first_ && !disregards_) throw Error(first_->error);
  }

 private:
  struct Kept {
    Error error;
    long step;
  };
  // Stands for the iteration of a check that will not come.
  static constexpr long never_again = std::numeric_limits<long>::max();
  bool awaits_checks_ = false, disregards_ = false;
  long finite_ = std::numeric_limits<long>::min();
  std::mutex one_at_a_time_;
  std::optional<Kept> first_;
};

}  // namespace cardon
