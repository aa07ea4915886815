// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <vector>

#include "plans/site_plans.hpp"
#include "startup/checked_run.hpp"

namespace cardon {

/// What the messages of a run that follows the plans take on each rank, in bytes: values to be sent
/// and received, their buffers, and those that codecs remember. With `only` not negative the others
/// are left at 0, which takes less time.
std::vector<double> exchange_memory(const CheckedRun& run, const Machine& machine,
                                    const Layout& layout, const std::vector<SitePlan>& plans,
                                    const DriverSettings& settings, int only);

}  // namespace cardon
