// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

bool uses(const Task& task, int field, int level, bool writes) {
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& b) {
    return b.field == field && b.level == level && (writes ? b.writes : b.reads || b.writes);
  });
}

bool only_pointwise(const Task& task, int field, int level) {
  return std::none_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& b) {
    return b.field == field && b.level == level && is_stencil(b.radius);
  });
}

// A point of the oldest level is dead as soon as the next one is computed there: whoever reads it
// does so at that point only, and no later than the first task that writes the next level.
bool may_overwrite(const Program& program, const GridFunction& f) {
  if (!f.has_next || f.past == 0) return false;
  bool next_written = false;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    if (task.kind == Task::rotate) return next_written;
    if (uses(task, f.id, f.past, false) && (next_written || !only_pointwise(task, f.id, f.past)))
      return false;
    next_written = next_written || uses(task, f.id, FieldRef::next_level, true);
  }
  return next_written;
}

}  // namespace

void find_overwrites(Program& program) {
  for (GridFunction& f : program.fields) f.overwrites = may_overwrite(program, f);
}

}  // namespace cardon
