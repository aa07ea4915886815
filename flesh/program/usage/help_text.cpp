// SPDX-License-Identifier: Apache-2.0
#include "usage/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "usage/exit_codes.hpp"
#include "usage/wrapped.hpp"

namespace cardon::usage {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t indent = 2, gap = 2, max_column = 26;

// Two columns; a heading that does not fit into the first has a line of its own.
std::string table(const std::string& title, const Rows& rows, std::size_t width) {
  if (rows.empty()) return "";
  std::size_t column = 0;
  for (const auto& [heading, text] : rows)
    if (heading.size() <= max_column) column = std::max(column, heading.size());
  const std::size_t start = indent + column + gap;
  std::string out = fmt::format("\n{}:\n", title);
  for (const auto& [heading, text] : rows) {
    std::string line = std::string(indent, ' ') + heading;
    for (const std::string& part : wrapped(text, std::max(width, start + 20) - start)) {
      if (line.size() + gap > start) {
        out += line + "\n";
        line.clear();
      }
      out += fmt::format("{:<{}}{}\n", line, start, part);
      line.clear();
    }
    if (!line.empty()) out += line + "\n";
  }
  return out;
}

Rows rows_of(const std::vector<OptionText>& options) {
  Rows rows;
  for (const OptionText& option : options) rows.emplace_back(heading(option), option.description);
  return rows;
}

Rows rows_of(const std::vector<CommandText>& verbs) {
  Rows rows;
  for (const CommandText& verb : verbs)
    rows.emplace_back(verb.name.substr(verb.name.find(' ') + 1), verb.summary);
  return rows;
}

Rows exit_rows() {
  Rows rows;
  for (const auto& [code, meaning] : exit_codes)
    rows.emplace_back(std::to_string(int(code)), meaning);
  return rows;
}

}  // namespace

std::string synopsis(const CommandText& command) {
  std::string text = command.name;
  if (!command.options.empty()) text += " [OPTIONS]";
  if (!command.verbs.empty()) text += " VERB";
  for (const OptionText& argument : command.arguments)
    text += argument.required ? " " + heading(argument) : fmt::format(" [{}]", heading(argument));
  return text;
}

std::string help_text(const CommandText& command, std::size_t width) {
  std::string out;
  for (const std::string& line : wrapped(command.summary, width)) out += line + "\n";
  out += "Usage: " + synopsis(command) + "\n";
  out += table("Arguments", rows_of(command.arguments), width);
  out += table("Options", rows_of(command.options), width);
  out += table("Verbs", rows_of(command.verbs), width);
  if (!command.verbs.empty()) {
    out += table("Exit codes", exit_rows(), width);
    out += "\nRun cardon VERB --help for details.\n";
  }
  out += "\nExamples:\n";
  for (const std::string& example : command.examples) out += "  " + example + "\n";
  return out;
}

}  // namespace cardon::usage
