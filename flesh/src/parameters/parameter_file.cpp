// SPDX-License-Identifier: Apache-2.0
#include "parameters/parameter_file.hpp"

#include <filesystem>
#include <utility>

#include "base/bounded_file.hpp"
#include "base/suggest.hpp"

namespace cardon {

namespace fs = std::filesystem;

// A file beside one that does not exist, whose name it may have been meant to be; else "".
static std::string similar_file(const fs::path& given) {
  std::error_code ignored;
  if (given.empty() || fs::exists(given, ignored)) return "";
  const fs::path folder = given.parent_path();
  std::vector<std::string> names;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder.empty() ? "." : folder, ignored))
    if (entry.is_regular_file(ignored)) names.push_back(entry.path().filename().string());
  const std::vector<std::string> close = suggest(given.filename().string(), names);
  return close.empty() ? "" : "did you mean " + (folder / close[0]).string() + "?";
}

std::variant<std::string, Problem> read_parameter_file(const std::string& path) {
  FileText content = read_bounded_file(path);
  if (content.failure.empty()) return std::move(content.text);
  Problem problem;
  problem.slug = "parameter/file";
  problem.message = "cannot read the parameter file " + path;
  problem.hint = similar_file(path);
  problem.notes = {std::move(content.failure)};
  return problem;
}

}  // namespace cardon
