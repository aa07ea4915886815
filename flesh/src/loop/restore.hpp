// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cardon/services/storage_access.hpp"
#include "loop/scalar_reductions.hpp"
#include "startup/setup.hpp"

namespace cardon {

/// Fills the driver, which is set up, through `storage` (null: it has none), and the scalars from
/// the newest checkpoint of Setup::restart whose every byte is good; where a run has none, from one
/// of an older run with the same parameters. For damaged ones a warning is added. Returns what was
/// used; Setup::restart tells the run. Throws Error restart/no-checkpoint if none is good,
/// checkpoint/driver. Collective.
CheckpointManifest restore(Setup& setup, StorageAccess* storage, ScalarReductions& scalars,
                           Transport& transport);

}  // namespace cardon
