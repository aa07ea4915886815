// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <filesystem>

#include "attributes.hpp"

namespace cardon {

/// The axes of a mesh record as openPMD has them; `domainLower`, `domainUpper` and `periodic` are
/// those of Cardon. Throws Hdf5Failure, and std::out_of_range for a list that is too short.
void read_axes(const Attributes& mesh, FieldData& data);
/// All values of a dataset with FieldData::dimensions directions. Throws Hdf5Failure.
void read_values(hid_t dataset, FieldData& data);
/// Throws Error "output/unreadable" if a file that `dataset` takes its values from is missing or of
/// another run, Hdf5Failure if it lies elsewhere.
void require_parts(const std::filesystem::path& path, hid_t file, hid_t dataset);

}  // namespace cardon
