// SPDX-License-Identifier: Apache-2.0
#include "files/numbered_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

namespace cardon {
namespace fs = std::filesystem;

std::optional<long> folder_number(const fs::path& folder) {
  const std::string name = folder.filename().string();
  constexpr std::size_t shortest = 4, longest = 15;
  long number = 0;
  const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = failure == std::errc() && end == name.data() + name.size();
  return whole && number >= 0 && name.size() >= shortest && name.size() <= longest
             ? std::optional(number)
             : std::nullopt;
}

fs::path make_numbered_folder(const fs::path& parent, std::error_code& failure) {
  fs::create_directories(parent, failure);
  if (failure) return parent;
  long last = 0;
  for (fs::directory_iterator at(parent, failure), end; !failure && at != end;
       at.increment(failure))
    last = std::max(last, folder_number(at->path()).value_or(0));
  failure.clear();  // a folder that may not be listed: all numbers are tried
  for (long number = last + 1;; ++number) {
    fs::path folder = parent / fmt::format("{:04}", number);
    if (mkdir(folder.c_str(), 0777) == 0) return folder;
    if (errno == EEXIST) continue;
    failure.assign(errno, std::generic_category());
    return folder;
  }
}

}  // namespace cardon
