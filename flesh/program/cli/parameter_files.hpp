// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon::cli {

struct ParameterFile {
  std::filesystem::path path;
  std::string title;  ///< its `title:`, or empty
};

/// The parameter files that come with this copy of Cardon, by name.
std::vector<ParameterFile> shipped_parameter_files();

}  // namespace cardon::cli
