// SPDX-License-Identifier: Apache-2.0
#include "run/last_checkpoint.hpp"

#include <fmt/format.h>

#include <cardon/kit/collective_or_throw.hpp>
#include <string>

namespace cardon {

bool lacks_last_checkpoint(const CheckedRun& run, const Simulation& simulation) {
  return run.checkpoint.on_stop != CheckpointSpec::OnStop::never &&
         simulation.checkpoints().figures().last != simulation.iteration();
}

void require_last_checkpoint(const CheckedRun& run, const Simulation& simulation,
                             Transport& transport) {
  const std::string why = run.checkpoint.format.empty()
                              ? "no thorn that lays out checkpoints, such as IOHDF5, is installed"
                              : simulation.checkpoints().failure();
  collective_or_throw(transport, [&] {
    if (transport.rank() == 0 && lacks_last_checkpoint(run, simulation))
      throw Error(
          {.slug = "checkpoint/none-at-stop",
           .message = fmt::format("the run was stopped at iteration {}, but without a checkpoint",
                                  simulation.iteration()),
           .notes = {why},
           .help = "older checkpoints of the run, if there are any, are as they were"},
          exit_environment);
  });
}

}  // namespace cardon
