// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What a checkpoint keeps of the owners of blocks: JSON.
std::string placement_state(const Decomposition& decomposition);
/// The owners in such a state. Empty if it is empty or not of these blocks on so many ranks: a
/// restart may have other ranks or boxes.
std::vector<int> owners_in_state(const std::string& state, const Decomposition& decomposition,
                                 int ranks);

}  // namespace cardon
