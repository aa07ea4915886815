// SPDX-License-Identifier: Apache-2.0
#include "calibration.hpp"

#include <cardon/grid/sample_run.hpp>

namespace cardon::grid_driver {
namespace {

constexpr int most_points = 32;       // per direction: in cache, but no toy
constexpr double long_enough = 0.02;  // s
constexpr int most_steps = 10000;

}  // namespace

double measure_speed(const DriverSetup& setup) {
  SampleRun run(setup, corner(setup.program->grid, most_points));
  run.start();
  for (int n = 0; n == 0 || (n < most_steps && run.seconds() < long_enough && run.points() > 0);
       ++n)
    run.step();
  return run.seconds() > 0 ? run.points() / run.seconds() : 0;
}

}  // namespace cardon::grid_driver
