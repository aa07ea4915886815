// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/sample_run.hpp>
#include <functional>
#include <vector>

namespace cardon {

/// Points per second of a rank, and the relative error. Speed 0: it computes nothing.
struct SpeedEstimate {
  double speed = 0,  ///< points per s
      error = 0;     ///< relative
};

/// Speed from repeated samples. The median counts, so that single samples which something disturbed
/// do not.
class SpeedSamples {
 public:
  /// Adds a sample; one without points or time is ignored.
  void add(double points, double seconds);
  /// The error is small enough to stop.
  bool settled() const;
  /// Returns the estimate from all samples so far.
  SpeedEstimate estimate() const;
  /// Number of samples.
  std::size_t count() const { return seconds_per_point_.size(); }

 private:
  std::vector<double> seconds_per_point_;  // ascending
};

/// What was measured while a step ran. Its processor time includes what is done between tasks, so a
/// step that nothing interrupted has `passed` < `held`.
struct StepTimes {
  double points = 0;  ///< summed over tasks
  double passed = 0;  ///< s in tasks
  double held = 0;    ///< s of processor time, in all
};

/// How long to sample, in s.
struct SamplingTime {
  double each;  ///< the tasks of a sample, which is one step at least
  double all;   ///< everything, at most
};

/// Samples of the speed of steps, in points summed over tasks, until they have settled or the time
/// is over. A step counts for the time that its tasks took, and for its processor time at most:
/// however often something else holds the core, a rank never seems faster than it is.
SpeedSamples sample_speed(const std::function<StepTimes()>& step, const SamplingTime& time);
/// Samples the steps of a sample run, which has been started.
SpeedSamples sample_speed(SampleRun& run, const SamplingTime& time);

}  // namespace cardon
