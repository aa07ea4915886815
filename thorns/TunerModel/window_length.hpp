// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/tuning_window.hpp>

namespace cardon {

/// How many steps a window shall have: some cycles of the plan, and enough for the noise.
class WindowLength {
 public:
  /// `given`: by the user, for all windows; 0: none.
  explicit WindowLength(long given) : given_(given) {}

  bool is_given() const { return given_ > 0; }
  /// The least: for the first window, and for a closer look.
  long first(const DriverSettings& settings) const;
  /// While searching, after `window`, for settings whose step takes `step` s.
  long searching(const DriverSettings& settings, const TuningWindow& window, double step) const;
  /// While nothing happens, for `quiet` windows already.
  long watching(const DriverSettings& settings, const TuningWindow& window, int quiet) const;

 private:
  long given_;
};

}  // namespace cardon
