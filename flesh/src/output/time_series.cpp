// SPDX-License-Identifier: Apache-2.0
#include "cardon/time_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

#include "cardon/error.hpp"

namespace cardon {
namespace {

template <class Number>
std::optional<Number> whole_number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return {};
  return number;  // one that is out of range is a number too
}

std::size_t count_columns(std::string_view line) {
  return std::size_t(std::count(line.begin(), line.end(), '\t')) + 1;
}

bool are_numbers(std::string_view row) {
  if (row.ends_with('\t')) return false;
  for (std::size_t end; !row.empty(); row.remove_prefix(std::min(end + 1, row.size()))) {
    end = std::min(row.find('\t'), row.size());
    if (!whole_number_in<Real>(row.substr(0, end))) return false;
  }
  return true;
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
           "{} of {} {} not taken over: {}",
           left_out == 1 ? "a line" : fmt::format("{} lines", left_out),
           (earlier.folder / file).string(), left_out == 1 ? "is" : "are",
           left_out == 1 ? "it is no whole row of numbers" : "they are no whole rows of numbers"),
       .help = "a run that was killed may have left its last row cut"});
}

}  // namespace

std::string rows_of_earlier_run(const EarlierRun& earlier, const std::filesystem::path& file,
                                const std::string& header) {
  if (earlier.folder.empty()) return "";
  std::ifstream in(earlier.folder / file);
  const std::size_t columns =
      count_columns(header.substr(header.rfind('\n', header.size() - 2) + 1));
  std::string line, head, rows;
  int left_out = 0;
  while (std::getline(in, line)) {
    const bool cut = in.eof();  // no end of the line
    const std::optional<long> iteration = iteration_of(line);
    if (line.starts_with("#") || line.starts_with("iteration"))
      head += line + '\n';
    else if (iteration.value_or(0) > earlier.iteration)
      continue;
    else if (!cut && iteration && count_columns(line) == columns && are_numbers(line))
      rows += line + '\n';
    else
      ++left_out;
  }
  if (head != header) return "";
  warn_of_rows(earlier, file, left_out);
  return rows;
}

TimeSeries::TimeSeries(const OutputSetup& setup, const std::filesystem::path& file,
                       std::span<const std::string> columns, bool go_on)
    : file_(setup.folder / file) {
  std::string header = setup.losses.empty() ? "" : "# lossy: " + setup.losses + '\n';
  header += "iteration\ttime [s]";
  for (const std::string& column : columns) header += '\t' + column;
  header += '\n';
  file_.append(header + (go_on ? rows_of_earlier_run(setup.earlier, file, header) : ""));
}

void TimeSeries::append(const Snapshot& snapshot, std::span<const Real> values) {
  std::string row = fmt::format("{}\t{}", snapshot.iteration, snapshot.time);
  for (const Real value : values) fmt::format_to(std::back_inserter(row), "\t{}", value);
  file_.append(row + '\n');
}

}  // namespace cardon
