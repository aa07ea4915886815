// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace cardon {

/// In every run folder.
inline constexpr const char* provenance_name = "provenance.json";

/// The text of the file; empty if it cannot be read.
std::string read_provenance(const std::filesystem::path& run_folder);

}  // namespace cardon
