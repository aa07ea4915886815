// SPDX-License-Identifier: Apache-2.0
// A file of HDF5 may say that its values lie in other files, of any kind and anywhere.
#pragma once
#include <hdf5.h>

#include <filesystem>

namespace cardon {

/// Throws Hdf5Failure if `source`, which has values of `file`, is not in its folder or below, links
/// followed.
void require_near(const std::filesystem::path& source, const std::filesystem::path& file);

/// Throws Hdf5Failure if values of the dataset are in files that do not lie in the folder of `file`
/// or below: by links, as raw data (which is refused wherever it is), or, in virtual datasets, by
/// other files; also if one of those is not there. To be called before values are read.
void require_near_values(hid_t dataset, const std::filesystem::path& file);

}  // namespace cardon
