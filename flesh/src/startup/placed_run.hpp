// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <memory>

#include "startup/checked_run.hpp"

namespace cardon {

/// A checked run and the sites and ranks on which it runs. One that is only planned for a number of
/// ranks has the Machine of plan_machine() and no PlacedRun.
struct PlacedRun {
  const CheckedRun& run;
  Machine machine;
  std::shared_ptr<Transport> transport;  ///< between all ranks; never null
};

/// Finds the sites of the ranks. The transport of the placed run is the given one, or one that
/// emulates the links of the machine on top of it. Collective. Throws as resolve_machine and
/// LinkEmulator::wrap.
PlacedRun place_run(const CheckedRun& run, std::shared_ptr<Transport> transport);

}  // namespace cardon
