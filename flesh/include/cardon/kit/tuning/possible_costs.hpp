// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <vector>

namespace cardon {

/// Throws Bug if a cost is negative or no number: it would let the virtual time of a cost model
/// stand still or run backwards.
inline void require_possible(const std::vector<double>& costs) {
  for (const double cost : costs)
    if (!std::isfinite(cost) || cost < 0) throw Bug("a machine is estimated to be impossible");
}

}  // namespace cardon
