// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cardon {

/// scalars.tsv as it grows, thinned so that memory stays bounded: where there are more than
/// `max_rows` rows, every second one is dropped from then on, the newest is always there.
class ScalarCurves {
 public:
  explicit ScalarCurves(std::filesystem::path file, std::size_t max_rows = 4096);

  /// Reads what has been appended. `columns`: names with units as in the file; `every`: one row of
  /// the file in so many is kept; `rows`: numbers by column, null where they are not finite.
  nlohmann::ordered_json read();

 private:
  struct Row {
    long number = 0;  // in the file, from 0
    std::vector<double> values;
  };
  void take_new_lines();
  void take_line(const std::string& line);
  void thin();

  std::filesystem::path file_;
  std::size_t max_rows_;
  std::mutex mutex_;
  std::uintmax_t position_ = 0;
  std::string partial_;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  long seen_ = 0, every_ = 1;
};

}  // namespace cardon
