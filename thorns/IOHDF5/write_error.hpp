// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace cardon {

/// Throws Error "output/write-failed" (exit_environment).
[[noreturn]] void fail_to_write(const std::filesystem::path& file, const std::string& reason);

}  // namespace cardon
