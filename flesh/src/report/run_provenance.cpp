// SPDX-License-Identifier: Apache-2.0
#include "report/run_provenance.hpp"

#include <fstream>
#include <iterator>

namespace cardon {

std::string read_provenance(const std::filesystem::path& run_folder) {
  std::ifstream file(run_folder / provenance_name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace cardon
