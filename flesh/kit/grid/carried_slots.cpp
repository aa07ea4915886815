// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/carried_slots.hpp>

namespace cardon {
namespace {

bool rotates(const Task& task, int field) {
  return task.kind == Task::rotate &&
         std::find(task.fields.begin(), task.fields.end(), field) != task.fields.end();
}

// Whether the first thing that a step does with a level is to write it. Tasks that drop out of some
// steps do not count as writers.
bool is_written_first(const Program& program, const plan::Slot& slot) {
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    if (rotates(task, slot.field)) return false;
    bool writes = false;
    for (const Binding& binding : task.bindings) {
      if (binding.field != slot.field || binding.level != slot.level) continue;
      if (binding.reads) return false;
      writes = writes || (binding.writes && task.every == 1);
    }
    if (writes) return true;
  }
  return false;
}

}  // namespace

std::vector<plan::Slot> carried_slots(const Program& program) {
  std::vector<plan::Slot> slots;
  for (const GridFunction& field : program.fields) {
    for (int level = 0; level <= field.past; ++level) {
      const plan::Slot slot{field.id, level};
      if (!field.internal || !is_written_first(program, slot)) slots.push_back(slot);
    }
    const plan::Slot next{field.id, plan::Slot::next_level};
    if (field.has_next && !field.overwrites && !is_written_first(program, next))
      slots.push_back(next);
  }
  return slots;
}

}  // namespace cardon
