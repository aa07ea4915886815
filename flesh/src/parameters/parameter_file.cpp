// SPDX-License-Identifier: Apache-2.0
#include "parameters/parameter_file.hpp"

#include <utility>

#include "base/bounded_file.hpp"

namespace cardon {

std::variant<std::string, Problem> read_parameter_file(const std::string& path) {
  FileText content = read_bounded_file(path);
  if (content.failure.empty()) return std::move(content.text);
  Problem problem;
  problem.slug = "parameter/file";
  problem.message = "cannot read the parameter file " + path;
  problem.notes = {std::move(content.failure)};
  return problem;
}

}  // namespace cardon
