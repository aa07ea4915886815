// SPDX-License-Identifier: Apache-2.0
#include "schedule/boundary_tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

using Faces = std::array<bool, 6>;  // x-, x+, y-, ...

Faces faces_to_fill(const ScheduleBuilder& builder, const GridFunction& f, int level,
                    Region writer) {
  Faces faces{};
  for (int d = 0; d < 3; ++d) {
    for (int side = 0; side < 2; ++side)
      faces[static_cast<std::size_t>(2 * d + side)] =
          fills_face(builder, f, level, writer, d, side);
  }
  return faces;
}

std::string group_names(const FieldTable& table, const std::vector<int>& fields, int level) {
  std::vector<std::string> names;
  for (const int field : fields) {
    std::string name = level_text(table[field].thorn + "::" + table[field].group, level);
    if (names.empty() || names.back() != name) names.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Binding bind(const GridFunction& f, int level, bool writes) {
  Binding b;
  b.field = f.id;
  b.level = b.declared_level = level;
  b.reads = true;  // boundaries read further inside
  b.writes = writes;
  b.declared = f.name;
  return b;
}

Task boundary_task(const ScheduleBuilder& builder, const FieldTable& table,
                   const std::vector<int>& fields, int level, const Faces& faces) {
  Task task;
  task.kind = Task::boundary;
  task.name = "boundary of " + group_names(table, fields, level);
  task.thorn = table[fields[0]].thorn;
  task.fields = fields;
  task.level = level;
  for (std::size_t face = 0; face < 6; ++face) task.faces[face / 2][face % 2] = faces[face];
  const bool needs_old = level == FieldRef::next_level && builder.has_face_with_memory();
  for (const int field : fields) {
    task.bindings.push_back(bind(table[field], level, true));
    if (needs_old) task.bindings.push_back(bind(table[field], 0, false));
  }
  return task;
}

}  // namespace

std::vector<Task> boundary_tasks(const ScheduleBuilder& builder, const FieldTable& fields,
                                 const Task& writer, Real time) {
  std::map<std::pair<int, Faces>, std::vector<int>> filled;
  for (const Binding& b : writer.bindings) {
    if (!b.writes) continue;
    const Faces faces = faces_to_fill(builder, fields[b.field], b.level, writer.region);
    if (faces == Faces{}) continue;
    auto& group = filled[{b.level, faces}];
    if (std::find(group.begin(), group.end(), b.field) == group.end()) group.push_back(b.field);
  }
  std::vector<Task> tasks;
  for (const auto& [key, group] : filled) {
    const auto& [level, faces] = key;
    Task& task = tasks.emplace_back(boundary_task(builder, fields, group, level, faces));
    task.bin = writer.bin;
    task.stage = writer.stage;
    task.every = writer.every;
    task.time_fraction = level == FieldRef::next_level ? 1 : time - level;
  }
  return tasks;
}

}  // namespace cardon
