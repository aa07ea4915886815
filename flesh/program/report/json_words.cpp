// SPDX-License-Identifier: Apache-2.0
#include "report/json_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace cardon {

using nlohmann::json;

std::string json_words(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::vector<std::string> items;
  for (const json& item : value) items.push_back(json_words(item));
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string member_words(const json& map, const std::string& name, const std::string& fallback) {
  const auto found = map.find(name);
  return found == map.end() ? fallback : json_words(*found);
}

}  // namespace cardon
