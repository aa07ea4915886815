// SPDX-License-Identifier: Apache-2.0
// What ranks measured that ran for a prediction, and what follows from it.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/work_sample.hpp>
#include <vector>

namespace cardon {

/// What a rank did in some steps.
struct RankSteps {
  Timings timings;
  double elapsed = 0;  ///< s
  double share = 1;    ///< of the time in which it did not wait: that for which it had its core
};

/// Some steps, as all ranks measured them.
struct SampledWindow {
  long steps = 0;
  std::vector<RankSteps> ranks;
};

/// Medians over windows of means over ranks; times count for the share in which a rank had its
/// core.
struct SampledWork {
  /// By task, per point: boundaries and copies of images included, which are charged to the points
  /// on the faces where they were not measured with a task.
  std::vector<WorkSample> tasks;
  WorkSample between;     ///< what a rank does besides tasks and copies; points are steps
  double near_pack = 0;   ///< s per byte copied between blocks, or packed for a rank
  double near_delay = 0;  ///< s that the rank which waits least waits per exchange
};

SampledWork sampled_work(const Program& program, const std::vector<SampledWindow>& windows);

/// Fills in what tasks, calls, faces and copies cost from blocks of several sizes; the last of them
/// counts most.
void fit_work(const Program& program, const std::vector<SampledWork>& sizes,
              MachineEstimate& estimate);

}  // namespace cardon
