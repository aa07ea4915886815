// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>
#include <string>
#include <vector>

namespace cardon {

/// The content of the machine file that a scalar names: a path from the folder of the parameter
/// file it stands in, or the name of a file that comes with Cardon; `.yaml` may be left out. `path`
/// becomes the file found. Null after a mistake (machine/file, parameter/syntax, ...).
Node load_machine_file(const Node& name, std::string& path, std::vector<Problem>& problems);

}  // namespace cardon
