// SPDX-License-Identifier: Apache-2.0
// What a driver is told, and what the flesh asks of it.
#pragma once
#include <cardon/services/decomposer.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <optional>
#include <string>

#include "startup/scheduled_run.hpp"

namespace cardon {

/// All but the scalars of a run; `run` and `machine` must live as long.
DriverSetup driver_setup(const ScheduledRun& run, const Machine& machine);

/// Throws Error driver/incomplete if the driver of this name has none.
FieldAccess& fields_of(Driver& driver, const std::string& name);

/// How the driver of the run would decompose its grid for so many ranks; nothing if it cannot tell.
/// Throws what Driver::setup throws.
std::optional<PlannedDecomposition> planned_decomposition(const ScheduledRun& run,
                                                          const Machine& machine, int ranks);
/// The same, for those who cannot do without. Throws Error driver/incomplete.
PlannedDecomposition require_decomposition(const ScheduledRun& run, const Machine& machine,
                                           int ranks);

}  // namespace cardon
