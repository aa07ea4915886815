// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>

#include "loop/simulation.hpp"

namespace cardon {

/// A run that was stopped early must have left one, unless the user wants none. On rank 0.
bool lacks_last_checkpoint(const Simulation& simulation);

/// Throws Error checkpoint/none-at-stop on all ranks if it lacks one. Collective.
void require_last_checkpoint(const CheckpointServices& services, const Simulation& simulation,
                             Transport& transport);

}  // namespace cardon
