// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>

namespace cardon {

/// How fast a run has gone lately: over the last minute, or a tenth of the run if that is longer.
class Pace {
 public:
  /// `done`: anything that grows steadily to its end, such as iterations or simulated time.
  /// `seconds`: of wall-clock time, ascending.
  void note(double seconds, double done);
  /// Of `done` per second; 0: not known yet.
  double rate() const;

 private:
  struct Sample {
    double seconds, done;
  };
  std::deque<Sample> samples_;
  double start_ = 0;
};

}  // namespace cardon
