// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>
#include <vector>

#include "parameters/source_text.hpp"

namespace cardon {

/// Reads YAML text as a tree. Duplicate keys (the first is kept), keys that are not scalars,
/// endless aliases and a second document become problems. Returns false if the text is not YAML;
/// then the tree is empty.
bool read_yaml(const SourceText& source, Node& tree, std::vector<Problem>& problems);

}  // namespace cardon
