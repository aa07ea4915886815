// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <vector>

#include "plan/validity.hpp"

namespace cardon::plan {

/// All that the past says about the future: where in a step the run stands, how far ahead each
/// link's next exchange has been settled, and which ghost points are right.
struct PlanState {
  int index = 0;           ///< items of the current step already done
  std::vector<int> ahead;  ///< per link: items until its next exchange point; 0: it exchanges here
  bool fresh = false;      ///< nothing has been computed yet, so nothing can be sent
  std::vector<Validity> valid;  ///< per slot; a slot that holds nothing counts as right to 0 layers
  auto operator<=>(const PlanState&) const = default;
};

}  // namespace cardon::plan
