// SPDX-License-Identifier: Apache-2.0
#include "cardon/time_series.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

namespace cardon {

std::string rows_of_earlier_run(const EarlierRun& earlier, const std::filesystem::path& file,
                                const std::string& header) {
  if (earlier.folder.empty()) return "";
  std::ifstream in(earlier.folder / file);
  std::string line, head, rows;
  while (std::getline(in, line)) {
    if (line.starts_with("#") || line.starts_with("iteration"))
      head += line + '\n';
    else if (std::strtol(line.c_str(), nullptr, 10) <= earlier.iteration)
      rows += line + '\n';
  }
  return head == header ? rows : "";
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
