// SPDX-License-Identifier: Apache-2.0
#include "output/earlier_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <charconv>
#include <fstream>
#include <limits>
#include <sstream>

namespace cardon {
namespace {

template <class Number>
std::optional<Number> whole_number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return {};
  return number;  // one that is out of range is a number too
}

template <class Text>
std::vector<Text> cells_of(std::string_view line) {
  std::vector<Text> cells;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = std::min(line.find('\t', start), line.size());
    cells.emplace_back(line.substr(start, end - start));
    start = end + 1;
  }
  return cells;
}

bool are_numbers(std::string_view row) {
  const auto cells = cells_of<std::string_view>(row);
  return std::all_of(cells.begin(), cells.end(),
                     [](std::string_view cell) { return whole_number_in<Real>(cell).has_value(); });
}

// The iteration of a row; none if that is cut.
std::optional<long> iteration_of(std::string_view row) {
  const std::size_t end = row.find('\t');
  return end == row.npos ? std::nullopt : whole_number_in<long>(row.substr(0, end));
}

void warn_of_rows(const EarlierRun& earlier, const std::filesystem::path& file, int left_out) {
  if (left_out == 0 || !earlier.warn) return;
  earlier.warn(
      {.slug = "restart/table-row",
       .message = fmt::format(
           "{} of {} {} not copied: {}",
           left_out == 1 ? "a line" : fmt::format("{} lines", left_out),
           (earlier.folder / file).string(), left_out == 1 ? "is" : "are",
           left_out == 1 ? "it is not a complete row of numbers that follows the previous one"
                         : "they are not complete rows of numbers that each "
                           "follow the previous one"),
       .help = "a run that was killed may have truncated its last row"});
}

bool is_head(std::string_view line) {
  return line.starts_with("#") || line.starts_with("iteration");
}

void take_head(std::string_view line, EarlierTable& table) {
  if (line.starts_with("#"))
    (table.comments += line) += '\n';
  else
    table.columns = cells_of<std::string>(line);
}

EarlierTable whole_table(std::string_view text) {
  EarlierTable table;
  while (is_head(text)) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    take_head(text.substr(0, end), table);
    text.remove_prefix(end + 1);
  }
  table.rows = text;
  return table;
}

EarlierTable good_rows(std::istream& in, const EarlierRun& earlier,
                       const std::filesystem::path& file) {
  EarlierTable table;
  std::string line;
  long last = std::numeric_limits<long>::min();
  int left_out = 0;
  while (std::getline(in, line)) {
    const bool cut = in.eof();  // no end of the line
    const std::optional<long> iteration = iteration_of(line);
    const auto cells = std::size_t(std::count(line.begin(), line.end(), '\t')) + 1;
    if (is_head(line)) {
      take_head(line, table);
    } else if (iteration.value_or(0) > earlier.iteration) {
      continue;
    } else if (!cut && iteration && *iteration > last && cells == table.columns.size() &&
               are_numbers(line)) {
      table.rows += line + '\n';
      last = *iteration;
    } else {
      ++left_out;
    }
  }
  warn_of_rows(earlier, file, left_out);
  return table;
}

}  // namespace

std::optional<EarlierTable> earlier_table(const EarlierRun& earlier,
                                          const std::filesystem::path& file) {
  if (earlier.folder.empty()) return {};
  const std::string name = file.generic_string();
  EarlierTable table;
  if (earlier.tables && earlier.tables->contains(name)) {
    table = whole_table(earlier.tables->at(name));
  } else {
    std::error_code ignored;
    std::ifstream in;
    if (std::filesystem::is_regular_file(earlier.folder / file, ignored))
      in.open(earlier.folder / file);
    table = good_rows(in, earlier, file);
  }
  if (table.columns.size() < 2) return {};
  return table;
}

std::vector<std::string> remove_columns(EarlierTable& table,
                                        const std::function<bool(std::string_view)>& stays) {
  std::vector<std::string> kept, removed;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    (c < 2 || stays(table.columns[c]) ? kept : removed).push_back(table.columns[c]);
  if (removed.empty()) return {};
  table.rows = rows_with(table, kept);
  table.columns = std::move(kept);
  return removed;
}

std::string rows_with(const EarlierTable& table, const std::vector<std::string>& columns) {
  if (columns == table.columns) return table.rows;
  std::vector<std::size_t> from;
  for (const std::string& column : columns)
    from.push_back(std::size_t(std::find(table.columns.begin(), table.columns.end(), column) -
                               table.columns.begin()));
  std::string rows, line;
  std::istringstream in(table.rows);
  while (std::getline(in, line)) {
    const auto cells = cells_of<std::string_view>(line);
    for (std::size_t c = 0; c < from.size(); ++c) {
      if (c > 0) rows += '\t';
      rows += from[c] < cells.size() ? cells[from[c]] : "nan";
    }
    rows += '\n';
  }
  return rows;
}

}  // namespace cardon
