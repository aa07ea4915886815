// SPDX-License-Identifier: Apache-2.0
// Runs that another one may continue from, as one rank sees them.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// What `--restart latest` means: runs of a parameter file that have checkpoints, in runs/NAME and,
/// for a run with --out, beside its folder.
struct LatestRuns {
  std::string name;           ///< of the parameter file
  std::filesystem::path out;  ///< folder of the new run; empty: the next one in runs/NAME

  /// A line for each run.
  std::vector<std::string> seen() const;
  /// Their folders, as sort_newest_first(). Takes the lines of several ranks.
  static std::vector<std::string> sorted(const std::vector<std::string>& lines);
  /// Where it looks first: runs/NAME.
  std::filesystem::path folder() const;
  /// "below runs/wave"
  std::string places() const;
};

/// A run folder, and all that it was restarted from, directly or not.
std::vector<std::string> chain_of_runs(std::string run);

}  // namespace cardon
