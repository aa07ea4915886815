// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "startup/setup.hpp"

namespace cardon {

/// Reads the section `tuning` into setup.tuning. Appends to `problems`: registry/no-such-service,
/// codec/..., tuning/start.
void read_tuning_section(Setup& setup, std::vector<Problem>& problems);

}  // namespace cardon
