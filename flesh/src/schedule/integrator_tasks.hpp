// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "cardon/services/integrator.hpp"
#include "fields/field_table.hpp"

namespace cardon {

/// Turns updates of an integrator into a task: for each of `integrated` all of them in order. Makes
/// the right-hand sides and registers that it needs. Bindings read a grid function only if the task
/// does so before it writes it.
Task combine_task(const std::vector<StageUpdate>& updates, const std::vector<int>& integrated,
                  FieldTable& fields);

/// "[2/4]"
std::string stage_mark(int stage, std::size_t stages);

}  // namespace cardon
