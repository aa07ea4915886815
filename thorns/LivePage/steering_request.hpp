// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace cardon {

/// Hands a request to the run by a file in its folder `steering`, as flesh/doc/steering.md
/// describes, and waits for the answer: nothing where none comes within `patience` seconds, or
/// `is_over` says that none will. Throws Error (exit_environment) where the file cannot be written.
std::optional<std::string> ask_run(const std::filesystem::path& run_folder,
                                   const std::string& request, double patience,
                                   const std::function<bool()>& is_over);

}  // namespace cardon
