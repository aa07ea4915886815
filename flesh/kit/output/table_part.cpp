// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/table_part.hpp>
#include <cardon/kit/text_file.hpp>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>

#include "files/regular_file.hpp"
#include "output/part_error.hpp"

namespace cardon {
namespace {

using Json = nlohmann::json;

constexpr std::string_view mark = "# part ";

[[noreturn]] void fail_table(const std::filesystem::path& file, const std::string& reason) {
  fail_to_read_part(file, "a table", reason);
}

struct Row {
  std::vector<double> place;  // the slowest coordinate first
  std::string line;
};

Row row_of(const std::filesystem::path& file, std::string line) {
  Row row;
  const char* at = line.data();
  const char* const end = at + line.size();
  for (auto left = std::count(line.begin(), line.end(), '\t'); left > 0; --left) {
    double coordinate = 0;
    const auto [stop, problem] = std::from_chars(at, end, coordinate);
    if (problem != std::errc() || stop == end || *stop != '\t')
      fail_table(file, "a row is incomplete");
    row.place.insert(row.place.begin(), coordinate);
    at = stop + 1;
  }
  row.line = std::move(line);
  return row;
}

struct Table {
  std::string head;
  std::vector<Row> rows;
};

Table read(const std::filesystem::path& file) {
  std::ifstream in = open_regular_file(file);
  Table table;
  std::string line;
  if (!std::getline(in, line) || !line.starts_with(mark))
    fail_table(file, "its first line differs");
  bool named = false;  // the line with the names of the columns is over
  while (std::getline(in, line)) {
    if (in.eof()) fail_table(file, "its last line is incomplete");
    if (!named) {
      table.head += line + "\n";
      named = !line.starts_with("#");
    } else {
      table.rows.push_back(row_of(file, line));
    }
  }
  return table;
}

}  // namespace

std::string part_line(const TablePart& part) {
  return std::string(mark) + Json{{"site", part.site}, {"sites", part.sites}}.dump() + "\n";
}

TablePart read_table_part(const std::filesystem::path& file) try {
  std::ifstream in = open_regular_file(file);
  std::string line;
  if (!std::getline(in, line)) fail_table(file, "it cannot be read");
  if (!line.starts_with(mark)) return {};
  const Json json = Json::parse(line.substr(mark.size()));
  return {json.at("site"), json.at("sites")};
} catch (const Json::exception& problem) {
  fail_table(file, problem.what());
}

std::size_t join_tables(std::span<const std::filesystem::path> parts,
                        const std::filesystem::path& whole) {
  Table table;
  for (const std::filesystem::path& file : parts) {
    Table part = read(file);
    if (!table.head.empty() && part.head != table.head) fail_table(file, "its columns differ");
    table.head = part.head;
    std::move(part.rows.begin(), part.rows.end(), std::back_inserter(table.rows));
  }
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const Row& a, const Row& b) { return a.place < b.place; });
  std::string text = table.head;
  for (const Row& row : table.rows) text += row.line + "\n";
  replace_file(whole, text);
  return text.size();
}

}  // namespace cardon
