// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// A run that is started again when it fails.
struct RetryOptions {
  /// This program and the arguments of the run, all but --out and --restart.
  std::vector<std::string> program;
  std::string name;                 ///< of the parameter file, as in runs/NAME
  std::filesystem::path out;        ///< run folder of the first try; empty: below runs/NAME
  std::string restart;              ///< what the first try goes on from; empty: nothing
  int retries = 0;                  ///< how often it is started again at most
  std::vector<std::string> launch;  ///< launchers of the tries, the last for all that follow
  bool quiet = false;
};

}  // namespace cardon
