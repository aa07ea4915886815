// SPDX-License-Identifier: Apache-2.0
// The verbs `run` and `check` as functions.
#pragma once
#include "launch/run_options.hpp"

namespace cardon {

struct CheckOptions {
  InputOptions input;
  int ranks = 0;  ///< decomposition and memory are shown for so many; 0: as many as the sites have
  bool strict = false;
  bool operations = false;                 ///< of each task, counted
  std::vector<std::string> operations_of;  ///< of these tasks only
};

/// Both return the exit code of the process. What is wrong is thrown as Error; rank 0 prints.
int run_command(const RunOptions& options);
int check_command(const CheckOptions& options);

}  // namespace cardon
