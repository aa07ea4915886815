// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>

#include "emulated_compute.hpp"

namespace cardon::grid_driver {

/// This rank's padded compute: its time per point, how it changes, and how it is spent. Throws
/// Error driver/padded-speeds, driver/padded-changes or parameter/..., on all ranks alike.
EmulatedCompute read_padding(const DriverSetup& setup, const Transport& transport);

}  // namespace cardon::grid_driver
