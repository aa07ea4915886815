// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_file.hpp"

#include <cardon/services/parameter_input.hpp>
#include <filesystem>

#include "base/install_tree.hpp"
#include "base/suggest.hpp"
#include "parameters/folder_of_text.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

/// Folders to look in, in order.
std::vector<fs::path> folders(const Node& name) {
  std::vector<fs::path> list;
  list.push_back(folder_of_text(name.where));
  if (const fs::path share = share_folder(); !share.empty()) list.push_back(share / "machines");
  return list;
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(share_folder() / "machines", ignored))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  return names;
}

}  // namespace

Node load_machine_file(const Node& name, std::string& path, std::vector<Problem>& problems) {
  Problem none{.slug = "machine/file",
               .message = "there is no machine file " + name.text,
               .where = name.where,
               .hint = did_you_mean(fs::path(name.text).stem().string(), shipped_names())};
  for (const fs::path& folder : folders(name))
    for (const char* suffix : {"", ".yaml"}) {
      const fs::path file = folder / (name.text + suffix);
      std::error_code ignored;
      if (!fs::is_regular_file(file, ignored)) {
        none.notes.push_back("tried " + file.string());
        continue;
      }
      path = file.string();
      ParameterInput input;
      input.add_file(path);
      problems.insert(problems.end(), input.problems().begin(), input.problems().end());
      return input.layers().empty() ? Node{} : input.layers().front();
    }
  none.help =
      "give a path relative to the folder of the parameter file; cardon probe --write FILE makes a "
      "machine file";
  problems.push_back(std::move(none));
  return {};
}

}  // namespace cardon
