// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace cardon {

/// Waits until nobody on this host writes to the run folder of an earlier attempt: after its master
/// was killed, a worker may still write a checkpoint. Returns who writes after so many seconds or
/// at a signal; empty: nobody.
std::string wait_for_earlier_attempt(const std::filesystem::path& folder, double seconds = 60);

}  // namespace cardon
