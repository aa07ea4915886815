// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>

namespace cardon::grid_driver {

/// The ranks of the run, or those asked for where nothing runs.
inline int rank_count(const DriverSetup& setup) {
  return setup.transport != nullptr ? setup.transport->size() : setup.plan_ranks;
}

}  // namespace cardon::grid_driver
