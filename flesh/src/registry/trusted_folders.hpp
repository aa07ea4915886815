// SPDX-License-Identifier: Apache-2.0
// Which folders of thorns a parameter file may name: thorns are programs, parameter files are sent
// around.
#pragma once
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// $XDG_CONFIG_HOME/cardon/trusted-thorns, by default ~/.config/cardon/trusted-thorns; empty where
/// the environment names no home.
std::filesystem::path trust_file();

/// The folders that the trust file lists, one per line, those that do not exist left out; lines
/// that begin with # and empty lines do not count. No file: none. Throws Error
/// "registry/trust-file" if others could have written it, or a line is not an absolute path.
std::vector<std::filesystem::path> trusted_folders(const std::filesystem::path& file);

/// Whether `folder` is one of `trusted` or lies below one.
bool is_within(const std::filesystem::path& folder,
               const std::vector<std::filesystem::path>& trusted);

/// Refusal of a folder that a parameter file names, "registry/untrusted".
Problem untrusted_folder(const std::filesystem::path& folder, const Location& where);

/// Whether any user of the computer may change what lies there.
bool is_world_writable(const std::filesystem::path& path);

}  // namespace cardon
