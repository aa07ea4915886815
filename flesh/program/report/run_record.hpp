// SPDX-License-Identifier: Apache-2.0
// What a finished run says of itself.
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace cardon {

/// The parts of summary.json that reports use.
struct RunRecord {
  std::filesystem::path folder;
  std::string title, status;
  long iterations = 0, points = 0, ranks = 1;
  double time = 0;
  std::string length_unit = "m", time_unit = "s";  ///< empty: none
  std::map<std::string, std::string> checksums;    ///< "Thorn::field" -> hexadecimal digits
  std::string provenance;                          ///< JSON; empty: there is none
};

/// Throws Error "run/no-summary" for a folder without a readable summary.json.
RunRecord read_run(const std::filesystem::path& folder);

}  // namespace cardon
