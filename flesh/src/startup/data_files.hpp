// SPDX-License-Identifier: Apache-2.0
// The data files that parameters name.
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/transport.hpp>
#include <memory>
#include <string>
#include <vector>

#include "registry/service_catalogue.hpp"

namespace cardon {

/// Reads every data file and table that is set, whole, and gives it to the parameters; in their
/// values the file becomes an absolute path, and what the user left out is filled in, such as the
/// checksum. Problems "parameter/data-file", "parameter/table" and "parameter/data-file-changed".
void read_data_files(ParameterSet& parameters, const ServiceCatalogue& catalogue, const Grid& grid,
                     std::vector<Problem>& problems);

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

/// Throws Error "parameter/data-files-differ" (exit_environment) if a rank has read other values
/// than rank 0. Collective.
void compare_data_files(const ParameterSet& parameters, Transport& transport);

}  // namespace cardon
