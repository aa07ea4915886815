// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/services/parameter_set.hpp>

namespace cardon::grid_driver {

/// The points of driver.priority_region, whose blocks go before others of their kind; an empty box
/// where it is not set. Throws Error driver/priority-region, and what read_real throws.
Box read_priority_region(const ParameterSet& parameters, const Grid& grid);

}  // namespace cardon::grid_driver
