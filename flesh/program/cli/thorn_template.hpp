// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon::cli {

/// What `cardon new-thorn` is asked for.
struct NewThorn {
  std::filesystem::path folder;  ///< its last name is that of the thorn
  std::string kind;              ///< a folder of share/cardon/templates: "cpp", "integrator"
  std::vector<std::string> thorn_path;
};

/// MyWave -> my_wave, the name of its files.
std::string file_stem(const std::string& thorn);
/// Writes the template with the thorn's name into the folder, and returns the names of the files.
/// Throws Error cli/new-thorn, with nothing written, where the name is not a name of a thorn or
/// that of an installed one, or where the folder holds something; output/write-failed.
std::vector<std::string> write_thorn(const NewThorn& thorn);

}  // namespace cardon::cli
