// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/sample_run.hpp>
#include <functional>
#include <vector>

namespace cardon {

/// Points per second of a rank, and the relative error. Speed 0: it computes nothing.
struct SpeedEstimate {
  double speed = 0, error = 0;
};

/// Speed from repeated samples. The median counts, so that single samples which something disturbed
/// do not.
class SpeedSamples {
 public:
  void add(double points, double seconds);
  /// The error is small enough to stop.
  bool settled() const;
  SpeedEstimate estimate() const;
  std::size_t count() const { return seconds_per_point_.size(); }

 private:
  std::vector<double> seconds_per_point_;  // ascending
};

/// How long to sample, in s.
struct SamplingTime {
  double each;  ///< the tasks of a sample, which is one step at least
  double all;   ///< everything, at most
};

/// Samples of the speed of `run`, in points summed over tasks, until they have settled or the time
/// is over. What something else held the core for does not count. `seen` is called after each, with
/// the share of the time that passed in which the core was ours.
SpeedSamples sample_speed(SampleRun& run, const SamplingTime& time,
                          const std::function<void(double share)>& seen = {});

}  // namespace cardon
