// SPDX-License-Identifier: Apache-2.0
#include "report/field_files.hpp"

#include <regex>

namespace cardon {

FieldFiles find_field_files(const std::filesystem::path& folder, const std::string& extension) {
  FieldFiles files;
  static const std::regex pattern("(\\w+)(?:-(\\d{1,6}))?\\.it(\\d{6,18})");
  std::map<std::filesystem::path, long> entries;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "fields", none)) {
    if (!entry.is_regular_file(none)) continue;
    std::smatch match;
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() != extension || !std::regex_match(stem, match, pattern)) continue;
    const long number = match[2].matched ? std::stol(match[2]) : 1;
    entries[entry.path()] = number;
    const auto [known, first] = files[match[1]].emplace(std::stol(match[3]), entry.path());
    if (!first && number < entries[known->second]) known->second = entry.path();
  }
  return files;
}

const std::map<long, std::filesystem::path>* files_of(const FieldFiles& files,
                                                      const std::string& full_name) {
  const std::size_t colons = full_name.find("::");
  if (colons == full_name.npos) return nullptr;
  const std::string thorn = full_name.substr(0, colons), field = full_name.substr(colons + 2);
  for (const std::string& name : {thorn + "_" + field, field})
    if (const auto found = files.find(name); found != files.end()) return &found->second;
  return nullptr;
}

}  // namespace cardon
