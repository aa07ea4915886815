// SPDX-License-Identifier: Apache-2.0
// Emulated links that change during a run.
#pragma once
#include <cardon/thorn/node.hpp>
#include <vector>

#include "machine/machine_spec.hpp"

namespace cardon {

/// Reads the list `machine.emulate.changes` into spec.emulation, sorted by time; spec.links is
/// known. With `links_known` false no name of a link is called wrong. All mistakes are appended to
/// `problems` (machine/emulate, parameter/...).
void read_changes(const Node& list, MachineSpec& spec, bool links_known,
                  std::vector<Problem>& problems);

}  // namespace cardon
