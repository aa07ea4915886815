// SPDX-License-Identifier: Apache-2.0
// What a driver is told, whether it is to run or to plan.
#pragma once
#include <memory>

#include "cardon/services/driver.hpp"
#include "startup/setup.hpp"

namespace cardon {

/// All but transport and scalars of a run, or plan_ranks; `setup` must live as long.
DriverSetup driver_setup(const Setup& setup);
/// A driver that decomposes for so many ranks and does nothing else.
std::shared_ptr<Driver> planning_driver(const Setup& setup, int ranks);

}  // namespace cardon
