// SPDX-License-Identifier: Apache-2.0
#include "restart/run_provenance.hpp"

#include "files/regular_file.hpp"

namespace cardon {

std::string read_provenance(const std::filesystem::path& run_folder) {
  return read_regular_file(run_folder / provenance_name).text;
}

}  // namespace cardon
