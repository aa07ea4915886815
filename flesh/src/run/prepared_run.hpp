// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "cardon/services/transport.hpp"
#include "run/setup.hpp"

namespace cardon {

/// A run that has been read and checked, and its ranks.
struct PreparedRun {
  double started = 0;  ///< by seconds_now()
  std::unique_ptr<Setup> setup;
  std::shared_ptr<Transport> transport;
};

/// `name`: of the run, as in runs/NAME. Throws Error with all problems that could be found in one
/// pass, restart/no-checkpoint. Collective where the run goes on from a checkpoint: on which, all
/// ranks agree before they read the parameters in it.
PreparedRun prepare_run(const RunOptions& options, const std::string& name);

}  // namespace cardon
