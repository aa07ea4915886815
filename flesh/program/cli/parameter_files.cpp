// SPDX-License-Identifier: Apache-2.0
#include "parameter_files.hpp"

#include <algorithm>
#include <cardon/services/parameter_input.hpp>

#include "base/install_tree.hpp"

namespace cardon::cli {
namespace {

namespace fs = std::filesystem;

std::string title_of(const fs::path& file) {
  ParameterInput input;
  input.add_file(file.string());
  for (const Node& layer : input.layers())
    if (const Node* title = layer.find("title")) return title->text;
  return {};
}

}  // namespace

std::vector<ParameterFile> shipped_parameter_files() {
  std::vector<ParameterFile> files;
  std::error_code ignored;
  const fs::path folder = fs::canonical(share_folder() / "parfiles", ignored);
  if (ignored) return files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".yaml")
      files.push_back({entry.path(), title_of(entry.path())});
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace cardon::cli
