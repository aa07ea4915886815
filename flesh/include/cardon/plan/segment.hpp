// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/operation.hpp>
#include <vector>

namespace cardon::plan {

/// The operations from one exchange point (its exchanges included) to just before the next exchange
/// point of any link. Exchange points at which nothing has to be sent show no exchange.
struct Segment {
  std::vector<Operation> operations;  ///< in the order of execution
  int steps = 0;                      ///< number of step_end operations in it
  /// Whether operations and steps are the same.
  bool operator==(const Segment&) const = default;
};

}  // namespace cardon::plan
