// SPDX-License-Identifier: Apache-2.0
#include "startup/placed_run.hpp"

#include <cardon/emulation/link_emulator.hpp>

#include "machine/machine_resolver.hpp"

namespace cardon {

PlacedRun place_run(const CheckedRun& run, std::shared_ptr<Transport> transport) {
  PlacedRun placed{run, resolve_machine(run.machine_spec, *transport), transport};
  if (placed.machine.emulation.active) {
    const auto emulator = run.library.catalogue.make_standard<LinkEmulator>(placed.machine.where);
    placed.transport = emulator->wrap(std::move(transport), placed.machine);
  }
  return placed;
}

}  // namespace cardon
