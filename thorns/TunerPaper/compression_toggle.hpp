// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

namespace cardon {

/// Whether messages shall be compressed: now and then the other state is tried for a while, and the
/// better of the two kept.
class CompressionToggle {
 public:
  enum class Move {
    toggle,  ///< try the other state
    keep,    ///< the other state was better: it stays
    undo,    ///< the other state was not better: back
    stay     ///< not now
  };

  explicit CompressionToggle(long period) : period_(period) {}

  /// After the mean efficiency of the steps up to iteration `last` was measured.
  Move next(double efficiency, long last);
  /// Steps until the next trial.
  long rest(long last) const;

 private:
  long period_;
  long begun_ = 0;                ///< iteration at which the last trial began
  std::optional<double> before_;  ///< efficiency of the state before the trial that is running
  bool tried_ = false;
};

}  // namespace cardon
