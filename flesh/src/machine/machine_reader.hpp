// SPDX-License-Identifier: Apache-2.0
// The section `machine` of a parameter file.
#pragma once
#include <cardon/thorn/node.hpp>
#include <vector>

#include "machine/machine_spec.hpp"

namespace cardon {

/// The map of the section `machine` with the content of the file that its key `file` names: what
/// stands in the section replaces what stands in the file. `source` becomes the file's name, or
/// "parameter file".
Node with_machine_file(const Node& node, std::string& source, std::vector<Problem>& problems);

/// Reads the map. All mistakes are appended to `problems` (machine/..., parameter/...).
MachineSpec read_machine(const Node& map, std::vector<Problem>& problems);

}  // namespace cardon
