// SPDX-License-Identifier: Apache-2.0
#include "usage/shell_words.hpp"

#include <algorithm>

namespace cardon::usage {

std::string verb_name(const CommandText& command) {
  return command.name.substr(command.name.find(' ') + 1);
}

std::string single_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string first_sentence(const std::string& text) {
  return text.substr(0, std::min(text.find(';'), text.find(". ")));
}

std::string option_words(const CommandText& command) {
  std::string words;
  for (const OptionText& option : command.options)
    for (const std::string& name : option.names) words += (words.empty() ? "" : " ") + name;
  return words;
}

}  // namespace cardon::usage
