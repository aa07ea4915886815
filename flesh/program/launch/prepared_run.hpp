// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <memory>
#include <string>

#include "launch/run_options.hpp"
#include "startup/checked_run.hpp"

namespace cardon {

/// A run that has been read and checked, and its ranks.
struct PreparedRun {
  double started = 0;  ///< by seconds_now()
  std::shared_ptr<const CheckedRun> run;
  Warnings warnings;
  std::shared_ptr<Transport> transport;
};

/// `name`: of the run, as in runs/NAME. `transport`: null: that of the launcher. `opened`: thorns
/// that this process has opened before. Rank 0 reads the
/// parameter files, all ranks get its bytes (options.input.texts) and are compared before anything
/// is made. Throws Error with all problems that could be found in one pass, restart/no-checkpoint,
/// as rank_comparison.hpp. Collective.
PreparedRun prepare_run(RunOptions& options, const std::string& name, OpenedThorns& opened,
                        std::shared_ptr<Transport> transport = nullptr);

}  // namespace cardon
