// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

struct EnsembleOptions {
  std::string file;
  std::string out;                      ///< empty: runs/NAME-ensemble
  std::vector<std::string> thorn_path;  ///< folders of --thorn-path, searched first
  bool dry_run = false;                 ///< list the members
  bool retry_failed = false;            ///< run those again that failed or crashed
  bool quiet = false;                   ///< only the table at the end
  std::string program;                  ///< that starts managers and workers: this one
};

/// Runs an ensemble. Returns exit_finished if all its members have finished, the exit code of the
/// first member that has not, or exit_resubmit if it was stopped by a signal.
int ensemble_command(const EnsembleOptions& options);

}  // namespace cardon
