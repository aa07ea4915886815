// SPDX-License-Identifier: Apache-2.0
// Folders 0001, 0002, ... of one parent.
#pragma once
#include <filesystem>
#include <optional>
#include <system_error>

namespace cardon {

/// The number that the name of a folder is, of four digits or more; nothing for other names.
std::optional<long> folder_number(const std::filesystem::path& folder);

/// Makes the folder behind the last one of its parent, so that numbers tell what is newer, and the
/// parent. Nobody else gets the same one.
std::filesystem::path make_numbered_folder(const std::filesystem::path& parent,
                                           std::error_code& failure);

}  // namespace cardon
