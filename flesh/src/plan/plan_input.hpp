// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/link.hpp>
#include <string>
#include <vector>

#include "plan/task_decl.hpp"

namespace cardon::plan {

/// What a plan is made of, besides the order of the tasks. Slots, patterns and operations refer to
/// its entries by index.
struct PlanInput {
  std::vector<std::string> fields;  ///< names, for messages and print-outs
  std::vector<TaskDecl> tasks;
  std::vector<Link> links;
};

}  // namespace cardon::plan
