// SPDX-License-Identifier: Apache-2.0
// What a rank does while it looks for messages in a loop.
#pragma once
#include <algorithm>
#include <cardon/services/timings.hpp>
#include <chrono>
#include <thread>

namespace cardon {

/// Leaves the core to others the longer nothing happens. At first it only yields, as messages
/// between neighbours take microseconds. Then it sleeps for a fixed share of the time waited so
/// far: a rank that yields in a loop keeps its full share of a core from ranks that compute, as
/// sched_yield() of today's kernels hardly lets others go first.
class IdleNap {
 public:
  /// It only yields for `yields` s at least: for what comes in many parts, each of which needs a
  /// look.
  explicit IdleNap(double yields = 0) : yields_(yields) {}
  /// Yields or sleeps once, at most 250 us.
  void rest() {
    const double now = seconds_now();
    if (since_ < 0) since_ = now;
    const double nap = std::min(longest, (now - since_ - yields_) * share);
    if (nap < shortest)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::duration<double>(nap));
  }
  /// Something happened.
  void reset() { since_ = -1; }

 private:
  static constexpr double share = 1.0 / 32;  // by so much a wait may become longer
  static constexpr double shortest = 10e-6;  // s; kernels are not more accurate
  static constexpr double longest = 250e-6;  // s; 0.3 % of a wide-area round trip of 75 ms

  double yields_;
  double since_ = -1;  // s; negative: not idle
};

}  // namespace cardon
