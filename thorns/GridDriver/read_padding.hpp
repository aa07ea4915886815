// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>

#include "padding.hpp"

namespace cardon::grid_driver {

/// This rank's padded compute: its time per point, and how it changes. Throws Error
/// driver/padded-speeds, driver/padded-changes or parameter/..., on all ranks alike.
Padding read_padding(const DriverSetup& setup);

}  // namespace cardon::grid_driver
