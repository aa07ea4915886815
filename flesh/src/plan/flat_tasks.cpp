// SPDX-License-Identifier: Apache-2.0
#include "plan/flat_tasks.hpp"

#include <algorithm>

namespace cardon::plan {

FlatTasks::FlatTasks(const PlanInput& input, const Rules& rules) {
  number_slots(input);
  for (const TaskDecl& task : input.tasks) tasks_.push_back(flatten(task, input, rules));
}

void FlatTasks::number_slots(const PlanInput& input) {
  std::vector<int> oldest(input.fields.size(), 0);
  const auto mention = [&](const Slot& slot) {
    oldest[slot.field] = std::max(oldest[slot.field], slot.level);
  };
  for (const TaskDecl& task : input.tasks) {
    for (const Read& read : task.reads) mention(read.slot);
    for (const Slot& slot : task.writes) mention(slot);
  }
  for (int field = 0; field < int(oldest.size()); ++field) {
    first_.push_back(slots());
    for (int level = Slot::next_level; level <= oldest[field]; ++level) {
      slots_.push_back({field, level});
    }
  }
  first_.push_back(slots());
}

FlatTask FlatTasks::flatten(const TaskDecl& task, const PlanInput& input,
                            const Rules& rules) const {
  FlatTask flat;
  flat.partial = task.partial;
  for (const Read& read : task.reads) {
    std::vector<int> radius;
    for (const Link& link : input.links) radius.push_back(rules.radius(task, read, link));
    flat.reads.push_back({number(read.slot), radius});
  }
  for (const Slot& slot : task.writes) flat.writes.push_back(number(slot));
  for (const int field : task.rotates) {
    std::vector<int>& levels = flat.rotations.emplace_back();
    for (int slot = first_[field]; slot < first_[field + 1]; ++slot) levels.push_back(slot);
  }
  return flat;
}

}  // namespace cardon::plan
