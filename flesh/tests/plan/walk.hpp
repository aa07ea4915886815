// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/planner.hpp"

namespace cardon::plan {

/// All operations from the cursor to the end of the run.
inline std::vector<Operation> walk(Planner& planner, Planner::Cursor cursor) {
  std::vector<Operation> operations;
  while (const Segment* segment = planner.next(cursor)) {
    operations.insert(operations.end(), segment->operations.begin(), segment->operations.end());
  }
  return operations;
}

}  // namespace cardon::plan
