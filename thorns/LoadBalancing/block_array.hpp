// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/services/decomposition.hpp>

namespace cardon {

/// The array that the boxes of blocks form, whatever their numbers; extents of 0 if they form none.
BlockArray block_array(const std::vector<Box>& boxes);

}  // namespace cardon
