// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/grid/carried_slots.hpp>

namespace cardon {
namespace {

bool writes(const Task& task, int field) {
  return std::any_of(task.bindings.begin(), task.bindings.end(),
                     [field](const Binding& b) { return b.writes && b.field == field; });
}

}  // namespace

std::vector<plan::Slot> checkpoint_slots(const Program& program) {
  std::vector<plan::Slot> slots = carried_slots(program);
  std::erase_if(slots, [&](const plan::Slot& slot) {
    return program.fields[std::size_t(slot.field)].role == Role::derived;
  });
  return slots;
}

bool is_needed(const Program& program, const GridFunction& field) {
  if (field.internal || field.role == Role::derived) return false;
  return field.is_advanced() ||
         std::any_of(program.initial.begin(), program.initial.end(),
                     [&](int id) { return writes(program.tasks[std::size_t(id)], field.id); });
}

std::vector<std::string> state_names(const Program& program) {
  std::vector<std::string> names;
  for (const ScalarInfo& scalar : program.scalars)
    if (scalar.is_state) names.push_back(scalar.full_name());
  return names;
}

}  // namespace cardon
