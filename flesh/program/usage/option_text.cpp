// SPDX-License-Identifier: Apache-2.0
#include "usage/option_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace cardon::usage {

std::string heading(const OptionText& option) {
  std::string text = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty()) text += " " + option.value;
  if (option.repeatable) text += "...";
  return text;
}

static bool is_one_of(const std::string& word, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

void offer_what(OptionText& option, const std::string& value) {
  std::istringstream alternatives(value);
  for (std::string word; std::getline(alternatives, word, '|');) {
    if (is_one_of(word, {"FILE", "PATH", "MACHINE"})) {
      option.path = OptionText::Path::file;
    } else if (is_one_of(word, {"FOLDER", "RUN", "RUNS", "OTHER"})) {
      option.path = OptionText::Path::folder;
    } else if (!word.empty() && std::none_of(word.begin(), word.end(), [](unsigned char c) {
                 return std::isupper(c) || std::isspace(c);
               })) {
      option.words.push_back(word);
    }
  }
}

}  // namespace cardon::usage
