// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <filesystem>
#include <string>

namespace cardon {

/// See FieldFileReader::read_data. A dataset with the attribute `gridSpacing` is one of Cardon's
/// own and has its place; another one has it if it has `spacing` and `origin`, numbers in the order
/// x, y, z (a number of `spacing` alone counts for all directions, `origin` is 0 if it is not
/// there). Datasets have the directions z, y, x: x is the fastest. To be called with hdf5_mutex()
/// held.
FieldData read_data_file(const std::filesystem::path& file, const std::string& dataset);

}  // namespace cardon
