// SPDX-License-Identifier: Apache-2.0
// The components of a vector or tensor as one data set.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "mesh_file.hpp"

namespace cardon {

/// A component, and where its values are.
struct ComponentFile {
  std::string label;  ///< "x", "xy"
  std::string file;   ///< in the folder above that of the vector file
  std::string name;   ///< of the dataset there
};

/// One record of an output: a scalar field (one component, without label), a vector or a tensor.
struct OutputRecord {
  std::string name;
  const GridFunction* first = nullptr;  ///< the field, or the first component
  std::vector<ComponentFile> components;
};

/// Where vector files are, within the folder of field files.
inline constexpr const char* vector_folder = "vectors";
/// Where files of whole outputs are.
inline constexpr const char* output_folder = "openpmd";
/// The dataset of a vector file with all components of every point, for XDMF.
std::string vector_dataset(const std::string& name);

/// Writes a file without values of its own: the openPMD record /data/ITERATION/meshes/NAME with a
/// link to each component, and a virtual dataset [z][y][x][component] of shape grid x `places`,
/// in which components that there are not read as 0. `first` is the first component. Throws Error
/// "output/write-failed" (exit_environment).
void write_vector_file(const std::filesystem::path& file, const FieldFileHeader& header,
                       const Snapshot& snapshot, const GridFunction& first, bool single,
                       const std::vector<ComponentFile>& components, int places);

/// Writes a file without values of its own that has all records of one output: of a scalar field a
/// link to its dataset, of a vector a record with links to its components. Throws as above.
void write_output_file(const std::filesystem::path& file, const FieldFileHeader& header,
                       const Snapshot& snapshot, const std::vector<OutputRecord>& records);

}  // namespace cardon
