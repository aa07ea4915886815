// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_names.hpp>
#include <cardon/kit/output_names.hpp>
#include <charconv>
#include <string_view>
#include <system_error>

#include "files/regular_file.hpp"

namespace cardon {

namespace fs = std::filesystem;

fs::path part_folder(const fs::path& checkpoints, long iteration) {
  return checkpoints / (iteration_text(iteration) + part_ending);
}

std::optional<long> checkpoint_iteration(const fs::path& path) {
  const std::string name = path.filename().string();
  std::string_view digits = name;
  if (!digits.starts_with("it")) return {};
  digits.remove_prefix(2);
  if (digits.ends_with(part_ending)) digits.remove_suffix(std::string_view(part_ending).size());
  long number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (failure != std::errc() || end != digits.data() + digits.size()) return {};
  return number;
}

bool is_later(const fs::path& a, const fs::path& b) {
  return checkpoint_iteration(a) > checkpoint_iteration(b);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code code;
  for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
    paths.push_back(at->path());
  return paths;
}

CheckpointList list_checkpoints(const fs::path& checkpoints) {
  CheckpointList list;
  std::error_code ignored;
  for (const fs::path& path : entries_of(checkpoints)) {
    if (!checkpoint_iteration(path) || !fs::is_directory(path, ignored)) continue;
    const bool whole = path.extension() != part_ending && fs::exists(path / manifest_name, ignored);
    (whole ? list.complete : list.parts).push_back(path);
  }
  std::sort(list.complete.begin(), list.complete.end(), is_later);
  std::erase_if(list.parts, [&](const fs::path& part) {
    return !list.complete.empty() && !is_later(part, list.complete.front());
  });
  std::sort(list.parts.begin(), list.parts.end(), is_later);
  return list;
}

std::string file_text(const fs::path& file) { return read_regular_file(file).text; }

}  // namespace cardon
