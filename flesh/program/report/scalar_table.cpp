// SPDX-License-Identifier: Apache-2.0
#include "report/scalar_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <fstream>
#include <sstream>

#include "files/regular_file.hpp"

namespace cardon {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  std::stringstream stream(line);
  for (std::string word; std::getline(stream, word, '\t');) words.push_back(word);
  return words;
}

[[noreturn]] void fail_to_read_table(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "run/bad-table";
  problem.message = file.string() + " is not a table that Cardon wrote";
  problem.notes = {reason};
  throw Error(std::move(problem));
}

[[noreturn]] void fail_to_read_table(const std::filesystem::path& file, std::size_t line,
                                     const std::string& reason) {
  fail_to_read_table(file, fmt::format("line {}: {}", line, reason));
}

void read_header(const std::string& line, ScalarTable& table) {
  for (const std::string& word : split(line)) {
    const std::size_t bracket = word.find(" [");
    table.names.push_back(word.substr(0, bracket));
    table.units.push_back(
        bracket == word.npos ? "" : word.substr(bracket + 2, word.size() - bracket - 3));
  }
  table.columns.resize(table.names.size());
}

bool read_number(const std::string& word, double& value) {
  char* end = nullptr;
  value = std::strtod(word.c_str(), &end);
  return !word.empty() && *end == '\0';
}

}  // namespace

int ScalarTable::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : int(found - names.begin());
}

ScalarTable read_scalars(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path file = folder / name;
  ScalarTable table;
  if (const std::string why = why_not_read(file); !why.empty())
    throw Error({.slug = "run/bad-table", .message = cannot_read(file.string(), why)});
  std::ifstream stream = open_regular_file(file);
  std::string line;
  std::size_t number = 1;
  if (!stream || !std::getline(stream, line)) return table;
  // A remark on the run.
  while (line.starts_with('#') && std::getline(stream, line)) ++number;
  read_header(line, table);
  if (table.names.empty() || table.names[0] != "iteration")
    fail_to_read_table(file, number, "the first column is not called iteration");
  while (std::getline(stream, line) && !stream.eof()) {
    ++number;
    const std::vector<std::string> words = split(line);
    if (words.size() != table.names.size())
      fail_to_read_table(file, number,
                         fmt::format("{} columns instead of {}", words.size(), table.names.size()));
    for (std::size_t n = 0; n < words.size(); ++n) {
      double value = 0;
      if (!read_number(words[n], value))
        fail_to_read_table(file, number, words[n] + " is not a number");
      table.columns[n].push_back(value);
    }
  }
  return table;
}

}  // namespace cardon
