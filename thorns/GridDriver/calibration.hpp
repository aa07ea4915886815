// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>

namespace cardon::grid_driver {

/// Points per second (summed over the task calls of a step) at which this rank runs the
/// application's own tasks, boundaries excepted: measured in a few hundredths of a second on a
/// small periodic grid of its own. 0 if no task computes anything.
double measure_speed(const DriverSetup& setup);

}  // namespace cardon::grid_driver
