// SPDX-License-Identifier: Apache-2.0
// The data files that parameters name.
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/services/parameter_set.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

/// Null: no thorn reads data files. Called only where a parameter names one.
using MakeFieldFileReader = std::function<std::shared_ptr<FieldFileReader>()>;

/// Reads every data file and table that is set, whole, and gives it to the parameters; in their
/// values the file becomes an absolute path, and what the user left out is filled in, such as the
/// checksum. Problems "parameter/data-file", "parameter/table" and "parameter/data-file-changed".
void read_data_files(ParameterSet& parameters, const MakeFieldFileReader& make_reader,
                     const Grid& grid, std::vector<Problem>& problems);

/// Whether a parameter is set that names one.
bool names_data_files(const ParameterSet& parameters);

/// One of the data files and tables of a run.
struct NamedData {
  std::string parameter;  ///< "AcousticWave::model"
  std::string file;       ///< absolute path
  std::string part;       ///< dataset or column
  std::vector<int> points;
  std::string checksum;
};
std::vector<NamedData> data_files(const ParameterSet& parameters);

}  // namespace cardon
