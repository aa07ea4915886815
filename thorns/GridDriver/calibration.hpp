// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/compute_emulator.hpp>
#include <cardon/services/driver.hpp>
#include <vector>

#include "speed_estimate.hpp"

namespace cardon::grid_driver {

/// Points per second (summed over the task calls of a step) at which this rank runs the
/// application's own tasks, boundaries excepted: measured on a small periodic grid of its own,
/// again and again until the error is small or half a second has passed. Processor time counts, so
/// that what else the core does just then is not taken for slowness. Speed 0 if no task computes
/// anything.
SpeedEstimate measure_speed(const DriverSetup& setup);

/// The speeds of all ranks as measured; empty: those that the machine gives, unless the parameters
/// say otherwise. Collective.
std::vector<double> measured_speeds(const DriverSetup& setup, const Machine& machine,
                                    const EmulatedRank* emulated, Transport& transport);

}  // namespace cardon::grid_driver
