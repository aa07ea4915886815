// SPDX-License-Identifier: Apache-2.0
// One data set of the files of all sites.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "mesh_file.hpp"

namespace cardon {

/// What one site has written.
struct SiteFile {
  std::string file;  ///< in the folder of the index
  Box box;           ///< the points in it
};

/// Like a file with all values, but its dataset is a virtual one: the values are where `files` are.
/// Points whose file is missing read as NaN. Throws Error "output/write-failed" (exit_environment).
void write_index_file(const std::filesystem::path& file, const FieldFileHeader& header,
                      const Snapshot& snapshot, const GridFunction& field, bool single,
                      const std::vector<SiteFile>& files);

/// The files of sites that a dataset takes its values from; none: it has them itself. Throws
/// Hdf5Failure.
std::vector<SiteFile> site_files(hid_t dataset);
/// The site that has written a file which an index of this name refers to.
std::string site_of(const std::filesystem::path& index, const std::string& file);

}  // namespace cardon
