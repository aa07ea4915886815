// SPDX-License-Identifier: Apache-2.0
// A command line as it is typed.
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "command_table.hpp"

namespace cardon::cli {

/// The words of a command line, quotes removed, up to a pipe or a redirection.
inline std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool open = false;
  for (const char c : line + " ") {
    if (quote == 0 && (c == '|' || c == '>')) break;
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? 0 : c;
      open = true;
    } else if (c == ' ' && quote == 0) {
      if (open) words.push_back(word);
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  return words;
}

/// The verbs after a command line.
struct Typed {
  explicit Typed(const std::vector<std::string>& words) {
    declare(table);
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    verb = chosen_verb(table, int(argv.size()), argv.data());
  }
  explicit Typed(const std::string& line) : Typed(words_of(line)) {}

  CommandTable table;
  Verb* verb = nullptr;
};

/// What is wrong with a command line; empty if it is accepted.
inline Problem refusal(const std::vector<std::string>& words) {
  try {
    Typed typed(words);
  } catch (const Error& error) {
    return error.problems().front();
  }
  return {};
}
inline Problem refusal(const std::string& line) { return refusal(words_of(line)); }

}  // namespace cardon::cli
