// SPDX-License-Identifier: Apache-2.0
#include "calibration.hpp"

#include <cardon/kit/grid/sample_run.hpp>

namespace cardon::grid_driver {
namespace {

constexpr int max_points = 32;  // per direction: in cache, but no toy
constexpr SamplingTime sampling{.each = 0.005, .all = 0.5};

}  // namespace

SpeedEstimate measure_speed(const DriverSetup& setup) {
  SampleRun run(setup, corner(setup.program->grid, max_points));
  run.start();
  run.step();  // touches all memory
  if (!(run.points() > 0)) return {};
  return sample_speed(run, sampling).estimate();
}

}  // namespace cardon::grid_driver
