// SPDX-License-Identifier: Apache-2.0
#include "run/last_checkpoint.hpp"

#include <fmt/format.h>

#include <cardon/kit/collective_or_throw.hpp>
#include <string>

namespace cardon {

namespace {

std::string reason(const CheckpointServices& services, const Checkpoints& checkpoints) {
  if (services.writer.empty())
    return "no thorn that writes checkpoints, such as Checkpoints, is installed";
  if (services.format.empty())
    return "no thorn that lays out checkpoints, such as IOHDF5, is installed";
  return checkpoints.failure();
}

}  // namespace

bool lacks_last_checkpoint(const Simulation& simulation) {
  return simulation.checkpoints().saves_on_stop() &&
         simulation.checkpoints().figures().last != simulation.iteration();
}

void require_last_checkpoint(const CheckpointServices& services, const Simulation& simulation,
                             Transport& transport) {
  const std::string why = reason(services, simulation.checkpoints());
  collective_or_throw(transport, [&] {
    if (transport.rank() == 0 && lacks_last_checkpoint(simulation))
      throw Error(
          {.slug = "checkpoint/none-at-stop",
           .message = fmt::format("the run was stopped at iteration {}, but without a checkpoint",
                                  simulation.iteration()),
           .notes = {why},
           .help = "older checkpoints of the run, if any, are unchanged"},
          exit_environment);
  });
}

}  // namespace cardon
