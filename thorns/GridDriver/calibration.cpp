// SPDX-License-Identifier: Apache-2.0
#include "calibration.hpp"

#include <time.h>

#include <algorithm>
#include <cardon/grid/sample_run.hpp>
#include <cardon/row_loop.hpp>

namespace cardon::grid_driver {
namespace {

constexpr int most_points = 32;        // per direction: in cache, but no toy
constexpr double long_enough = 0.005;  // s: a sample
constexpr double most_seconds = 0.5;   // for all samples
constexpr int most_steps = 10000;      // of a sample

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Takes a sample. The clock of the processor also runs between tasks, so it counts only where
// something else held the core.
void sample(SampleRun& run, SpeedSamples& samples) {
  const double points = run.points(), seconds = run.seconds();
  const double began = seconds_now(), worked = processor_seconds();
  for (int n = 0; n == 0 || (n < most_steps && run.seconds() - seconds < long_enough); ++n)
    run.step();
  const double passed = seconds_now() - began, held = processor_seconds() - worked;
  const double share = detail::on_host && passed > 0 ? std::min(1.0, held / passed) : 1;
  samples.add(run.points() - points, share * (run.seconds() - seconds));
}

}  // namespace

SpeedEstimate measure_speed(const DriverSetup& setup) {
  SampleRun run(setup, corner(setup.program->grid, most_points));
  run.start();
  run.step();  // touches all memory
  if (!(run.points() > 0)) return {};
  SpeedSamples samples;
  const double start = seconds_now();
  do sample(run, samples);
  while (!samples.settled() && seconds_now() - start < most_seconds);
  return samples.estimate();
}

}  // namespace cardon::grid_driver
