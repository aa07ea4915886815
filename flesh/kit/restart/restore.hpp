// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/storage_access.hpp>
#include <cardon/services/transport.hpp>
#include <cstddef>
#include <functional>
#include <span>

#include "base/warnings.hpp"
#include "restart/restart_choice.hpp"
#include "restart/restored_run.hpp"

namespace cardon {

/// What a checkpoint is restored into: a run whose driver is set up.
struct RestoredState {
  const Program& program;
  const ParameterSet& parameters;
  long last_iteration = 0;  ///< of the run
  const Machine& machine;
  Transport& transport;
  StorageAccess& storage;
  std::size_t scalar_bytes = 0;  ///< of the state of scalars
  std::function<void(std::span<const std::byte> state, long iteration)> restore_scalars;
};

/// Fills fields and scalars from the newest checkpoint of the choice whose every byte is good;
/// where a run has none, from one of an older run with the same parameters. For damaged ones a
/// warning is added. Returns what was used. Throws Error restart/no-checkpoint if none is good.
/// Collective.
RestoredRun restore(RestartChoice choice, const RestoredState& into, Warnings& warnings);

}  // namespace cardon
