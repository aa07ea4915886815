// SPDX-License-Identifier: Apache-2.0
// What the processes do that an ensemble starts: cardon ensemble --manager, --worker.
#pragma once
#include "ensemble/member_run.hpp"

namespace cardon {

/// Manages the workers of a site: lines of the master on standard input, reports on standard
/// output. `program` starts workers.
int manage_site(const std::string& program);

/// Runs members, one after the other in this process: grains on standard input, results on standard
/// output.
int work_on_members(const RunFunction& run);

}  // namespace cardon
