// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/flat_task.hpp"
#include "plan/plan_input.hpp"
#include "plan/rules.hpp"

namespace cardon::plan {

/// All tasks in flat form, and the numbering of the slots that they mention.
class FlatTasks {
 public:
  FlatTasks(const PlanInput& input, const Rules& rules);

  const FlatTask& operator[](int task) const { return tasks_[task]; }
  int slots() const { return int(slots_.size()); }
  const Slot& slot(int number) const { return slots_[number]; }

 private:
  void number_slots(const PlanInput& input);
  int number(const Slot& slot) const { return first_[slot.field] + slot.level + 1; }
  FlatTask flatten(const TaskDecl& task, const PlanInput& input, const Rules& rules) const;

  std::vector<FlatTask> tasks_;
  std::vector<Slot> slots_;  // by number: for each field next, current, past 1, ...
  std::vector<int> first_;   // per field the number of its next level; one more entry at the end
};

/// Throws Error (grid/ghost-zones) naming field, task, radius and link where a link has fewer ghost
/// layers than a single task needs.
void check_depths(const PlanInput& input, const Rules& rules);

}  // namespace cardon::plan
