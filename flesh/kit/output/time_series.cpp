// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/output_names.hpp>
#include <cardon/kit/time_series.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <fstream>
#include <iterator>

#include "output/earlier_table.hpp"

namespace cardon {
namespace {

void warn_of_columns(const EarlierRun& earlier, const std::filesystem::path& file,
                     const std::vector<std::string>& removed) {
  if (removed.empty() || !earlier.warn) return;
  earlier.warn({.slug = "restart/table-columns",
                .message = fmt::format("columns of {} are not continued: this run does not have "
                                       "them, or their positions differ",
                                       (earlier.folder / file).string()),
                .notes = {fmt::format("{}", fmt::join(removed, ", "))},
                .help = "their values remain in that file"});
}

/// None where nothing of it belongs to the table of this run.
std::optional<EarlierTable> carried_table(const EarlierRun& earlier,
                                          const std::filesystem::path& file,
                                          const TimeSeries::IsSame& is_same) {
  std::optional<EarlierTable> table = earlier_table(earlier, file);
  if (!table || !is_same) return table;
  warn_of_columns(earlier, file, remove_columns(*table, is_same));
  if (table->columns.size() <= 2) return {};
  return table;
}

}  // namespace

TimeSeries::TimeSeries(const OutputSetup& setup, const std::filesystem::path& file,
                       std::span<const std::string> columns, const IsSame& is_same) {
  std::vector<std::string> all = {"iteration", with_unit("time", setup.program->grid.time_unit)};
  all.insert(all.end(), columns.begin(), columns.end());
  std::string head = setup.losses.empty() ? "" : "# lossy: " + setup.losses + '\n', rows;
  if (auto earlier = carried_table(setup.earlier, file, is_same)) {
    if (earlier->comments.find(head) == std::string::npos) earlier->comments += head;
    head = earlier->comments;
    for (const std::string& column : earlier->columns)
      if (std::find(all.begin(), all.end(), column) == all.end()) {
        all.push_back(column);
        rest_ += "\tnan";
      }
    rows = rows_with(*earlier, all);
  }
  file_.emplace(setup, file, head + fmt::format("{}\n", fmt::join(all, "\t")), rows);
}

void TimeSeries::append(const Snapshot& snapshot, std::span<const Real> values) {
  std::string row;
  for (const Real value : values) fmt::format_to(std::back_inserter(row), "\t{}", value);
  append(snapshot, row);
}

void TimeSeries::append(const Snapshot& snapshot, std::string_view values) {
  file_->append(fmt::format("{}\t{}{}{}\n", snapshot.iteration, snapshot.time, values, rest_));
}

std::string text_of_earlier_run(const EarlierRun& earlier, const std::filesystem::path& file) {
  if (earlier.folder.empty()) return "";
  if (const std::string name = file.generic_string();
      earlier.tables && earlier.tables->contains(name))
    return earlier.tables->at(name);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(earlier.folder / file, ignored)) return "";
  std::ifstream in(earlier.folder / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace cardon
