// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>
#include <vector>

#include "machine/machine_spec.hpp"

namespace cardon {

/// machine.sites: a list of maps with name, ranks or hosts, speed, topology.
void read_sites(const Node& list, MachineSpec& spec, std::vector<Problem>& problems);

}  // namespace cardon
