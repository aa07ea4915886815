// SPDX-License-Identifier: Apache-2.0
// One file of an index and the files of sites.
#pragma once
#include <cardon/thorn/box.hpp>
#include <filesystem>
#include <span>
#include <string>

#include "hdf5_handle.hpp"

namespace cardon {

/// The dataset of a site's file, verified to be of the same run as the index `file` and to have the
/// points of `box`. Throws Error "output/unreadable" (exit_environment), Hdf5Failure.
Hdf5Handle open_part(hid_t file, const std::string& dataset, const std::filesystem::path& place,
                     const Box& box);
/// Throws Error "output/unreadable" (exit_environment): the index lacks a file of a site.
[[noreturn]] void fail_without_part(const std::filesystem::path& index, const std::string& file);

/// See FieldFileReader::gather. Throws Hdf5Failure where `file` cannot be read, Error else.
void gather_file(const std::filesystem::path& file, std::span<const std::filesystem::path> parts,
                 const std::filesystem::path& target);

}  // namespace cardon
