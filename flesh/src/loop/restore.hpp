// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cardon/services/storage_access.hpp"
#include "loop/scalar_reductions.hpp"
#include "restart/restored_run.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

/// Fills the driver, which is set up, through `storage` (null: it has none), and the scalars from
/// the newest checkpoint of CheckedRun::restart whose every byte is good; where a run has none,
/// from one of an older run with the same parameters. For damaged ones a warning is added. Returns
/// what was used. Throws Error restart/no-checkpoint if none is good, checkpoint/driver.
/// Collective.
RestoredRun restore(const PlacedRun& placed, StorageAccess* storage, ScalarReductions& scalars,
                    Warnings& warnings);

}  // namespace cardon
