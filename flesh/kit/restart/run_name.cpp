// SPDX-License-Identifier: Apache-2.0
#include "restart/run_name.hpp"

#include <algorithm>
#include <string_view>

namespace cardon {
namespace {

// Letters of all languages are welcome: their bytes are above those of ASCII.
bool is_plain(char c) {
  constexpr std::string_view others = "._-+=,@%^:~";
  return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || others.find(c) != others.npos;
}

}  // namespace

std::string run_name(const std::filesystem::path& parameter_file) {
  std::string name = parameter_file.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_plain(c); }, '_');
  name.erase(0, name.find_first_not_of(".-~"));
  return name.empty() ? "run" : name;
}

}  // namespace cardon
