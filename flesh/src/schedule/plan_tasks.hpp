// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <string>
#include <vector>

#include "plan/task_decl.hpp"

namespace cardon {

/// The tasks of the program as the planner sees them; indices are task ids, field numbers are grid
/// functions.
std::vector<plan::TaskDecl> plan_tasks(const Program& program);
/// The names of the grid functions for the planner's messages: "phi", or "WaveToy::phi" where
/// another thorn has a phi too.
std::vector<std::string> plan_fields(const Program& program);

}  // namespace cardon
