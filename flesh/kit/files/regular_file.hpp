// SPDX-License-Identifier: Apache-2.0
// Files that others may have put in the place of what Cardon wrote.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace cardon {

/// What files of each kind hold at most; more is none of them.
inline constexpr std::uintmax_t largest_json = 256ull << 20;  ///< bytes
inline constexpr std::uintmax_t largest_table = 4ull << 30;   ///< bytes

/// What a file holds, or why not.
struct RegularText {
  std::string text;
  std::string failure;   ///< "it is a pipe, not a file"; empty: none
  bool missing = false;  ///< there is no such file; then `failure` says that too
};

/// "manifest.json cannot be read: Permission denied"
std::string cannot_read(const std::string& name, const std::string& why);

/// Reads a whole file. Pipes, devices and folders are refused before anything is read, and so is
/// what is larger than `max_bytes` bytes.
RegularText read_regular_file(const std::filesystem::path& file,
                              std::uintmax_t max_bytes = largest_json);

/// The same for what is read piece by piece; empty: it may be opened, or is not there.
std::string why_not_read(const std::filesystem::path& file,
                         std::uintmax_t max_bytes = largest_table);
/// Open, if it may be; else as a file that is not there.
std::ifstream open_regular_file(const std::filesystem::path& file,
                                std::uintmax_t max_bytes = largest_table);

}  // namespace cardon
