// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <vector>

namespace cardon::grid_driver {

/// Settings by whose speeds each site gets as many points as its ranks that work are fast. Within a
/// site, shares stay as they are: its idle ranks give their blocks away later. A site without any
/// other rank keeps its share.
DriverSettings with_working_speeds(const Machine& machine, DriverSettings settings,
                                   const std::vector<int>& idle);

/// Settings by whose speeds each site gets its factor times as many points.
DriverSettings with_site_factors(const Machine& machine, DriverSettings settings,
                                 const std::vector<double>& factors);

}  // namespace cardon::grid_driver
