// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace cardon {

/// NAME of runs/NAME, made of the name of a parameter file: one folder right below runs/, never
/// hidden and never above it, that a shell takes for one word.
std::string run_name(const std::filesystem::path& parameter_file);

}  // namespace cardon
