// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// Whether two values of a tree parameter, as YAML, mean the same: 1 and 1.0 do, and so do maps in
/// another order.
bool is_same_tree(const std::string& one, const std::string& other);

}  // namespace cardon
