// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// A run that is started again when it fails.
struct RetryOptions {
  /// This program and the arguments of the run, all but --out and --restart.
  std::vector<std::string> program;
  std::string name;                 ///< of the parameter file, as in runs/NAME
  std::filesystem::path out;        ///< run folder of the first attempt; empty: below runs/NAME
  std::string restart;              ///< what the first attempt continues from; empty: nothing
  std::optional<int> retries;       ///< how often it is started again at most; nothing: any number
  std::optional<double> retry_for;  ///< s after which no attempt begins any more; nothing: no limit
  double first_pause = 1;  ///< s before an attempt that follows a failure; later ones are longer
  std::vector<std::string> launch;  ///< launchers of the attempts, the last for all that follow
  bool quiet = false;
  bool dry_run = false;  ///< the run stops before it has a folder
};

}  // namespace cardon
