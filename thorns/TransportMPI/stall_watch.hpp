// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

namespace cardon {

/// Notices that nothing arrives any more although something is expected. Only the time between
/// looks that follow each other counts, so a rank that computed for minutes without a look finds
/// no silence.
class StallWatch {
 public:
  enum class Event { none, silent, resumed };

  /// `worth_telling`: seconds of silence. Each silence that is told doubles them, so that a run
  /// with long steps and unequal ranks does not fill the screen.
  explicit StallWatch(double worth_telling) : worth_telling_(worth_telling) {}

  /// One look at the messages at a time in seconds: whether any was completed since the last look,
  /// and whether any is still expected. Tells a silence, and its end, once each.
  Event look(double now, bool moved, bool expecting);

  /// Seconds without a message: so far, or the silence that has just ended.
  double silence() const { return silence_; }

 private:
  double worth_telling_;
  double last_look_ = -std::numeric_limits<double>::infinity();
  double silence_ = 0;
  bool counting_ = false, told_ = false;
};

}  // namespace cardon
