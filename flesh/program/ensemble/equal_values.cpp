// SPDX-License-Identifier: Apache-2.0
#include "ensemble/equal_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ensemble/varied_values.hpp"
#include "parameters/yaml_text.hpp"

namespace cardon {
namespace {

std::string key_of(const std::string& word) { return word.substr(0, word.find('=')); }
std::string value_of(const std::string& word) { return word.substr(word.find('=') + 1); }

std::string meaning_of(const std::string& key, const ParameterSet& parameters) {
  const std::string path = canonical_key(key);
  const std::size_t point = path.rfind('.');
  const std::string section = point == path.npos ? "" : path.substr(0, point);
  const std::string name = path.substr(point == path.npos ? 0 : point + 1);
  const ParameterSection* declared = parameters.registry().find(section);
  if (declared == nullptr || declared->find(name) == nullptr) return "";
  const auto instances = parameters.instances(section);
  return instances.size() == 1 ? yaml_value(instances.front()->at(name).value) : "";
}

}  // namespace

std::vector<std::string> meanings_of(const std::vector<std::string>& set,
                                     const ParameterSet& parameters) {
  std::vector<std::string> meanings;
  for (const std::string& word : set) meanings.push_back(meaning_of(key_of(word), parameters));
  return meanings;
}

void EqualValues::add(const std::vector<std::string>& set,
                      const std::vector<std::string>& meanings) {
  for (std::size_t n = 0; n < std::min(set.size(), meanings.size()); ++n) {
    if (meanings[n].empty()) continue;
    const std::string key = canonical_key(key_of(set[n]));
    const auto [first, is_new] = known_.emplace(key + "=" + meanings[n], set[n]);
    if (is_new || value_of(first->second) == value_of(set[n])) continue;
    problems_.push_back({.slug = "ensemble/vary",
                         .message = fmt::format("{} and {} are the same value of {}",
                                                value_of(first->second), value_of(set[n]), key),
                         .where = {.text = set[n]},
                         .help = "write it in one way, so that it is one member"});
  }
}

}  // namespace cardon
