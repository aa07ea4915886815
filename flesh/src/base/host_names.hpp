// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What the system calls this computer.
std::string host_name();
/// Any text of every rank, in the order of ranks. Collective.
std::vector<std::string> gather_text(const std::string& mine, Transport& transport);

}  // namespace cardon
