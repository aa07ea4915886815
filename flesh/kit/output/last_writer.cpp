// SPDX-License-Identifier: Apache-2.0
#include "output/last_writer.hpp"

#include <algorithm>

namespace cardon {
namespace {

bool has_field(const std::vector<int>& fields, int field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

bool comes_once(std::span<const int> step, int task) {
  return std::count(step.begin(), step.end(), task) == 1;
}

bool writes_level(const Task& task, int field, int level) {
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& binding) {
    return binding.writes && binding.field == field && binding.level == level;
  });
}

/// Whether these boundary tasks fill all faces that a grid has.
bool fill_all_faces(const Program& program, const std::vector<int>& boundaries) {
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (int side = 0; side < 2 && !program.grid.periodic[d]; ++side)
      if (std::none_of(boundaries.begin(), boundaries.end(), [&](int boundary) {
            return program.tasks[std::size_t(boundary)].faces[d][side];
          }))
        return false;
  return true;
}

}  // namespace

// Backwards: what is current at the end was next before the levels were rotated.
std::optional<WatchedField> last_writer(const Program& program, std::span<const int> step,
                                        int field) {
  WatchedField found{.field = field};
  for (std::size_t n = step.size(); n-- > 0;) {
    const Task& task = program.tasks[std::size_t(step[n])];
    switch (task.kind) {
      case Task::rotate:
        found.level -= has_field(task.fields, field) ? 1 : 0;
        break;
      case Task::boundary:
        if (has_field(task.rates, field)) return {};
        if (!has_field(task.fields, field) || !task.rates.empty() || task.level != found.level)
          break;
        if (!comes_once(step, task.id)) return {};
        found.boundaries.push_back(task.id);
        break;
      case Task::compute:
      case Task::combine:
        if (!writes_level(task, field, found.level)) break;
        if (!comes_once(step, task.id)) return {};
        if (!found.boundaries.empty() && !fill_all_faces(program, found.boundaries)) return {};
        found.task = task.id;
        return found;
    }
  }
  return {};
}

}  // namespace cardon
