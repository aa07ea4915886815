// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cardon/services/driver.hpp"

namespace cardon {

/// What a driver, which is set up, lacks for checkpoints; empty: nothing.
std::string missing_for_checkpoints(Driver& driver);
/// Throws Error checkpoint/driver if it lacks something.
void require_checkpoints(Driver& driver, const std::string& name);

}  // namespace cardon
