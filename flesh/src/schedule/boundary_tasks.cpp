// SPDX-License-Identifier: Apache-2.0
#include "schedule/boundary_tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
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
      faces[std::size_t(2 * d + side)] = fills_face(builder, f, level, writer, d, side);
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

bool keeps_level(const GridFunction& f, int level) {
  return level == FieldRef::next_level ? f.has_next : level <= f.past;
}

bool writes(const Task& task, int field, int level) {
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& b) {
    return b.writes && b.field == field && b.level == level;
  });
}

// What the boundary of a thorn at a face reads besides.
void add_bindings(const ScheduleBuilder& builder, std::size_t face, int level, Task& task) {
  const int number = builder.face_task[face / 2][face % 2];
  if (number < 0) return;
  for (const Binding& b : builder.face_tasks[std::size_t(number)].bindings) {
    const int at = b.writes ? level : 0;
    const bool known = std::any_of(task.bindings.begin(), task.bindings.end(), [&](const auto& o) {
      return o.field == b.field && o.level == at;
    });
    if (!known && keeps_level(builder.fields[b.field], at))
      task.bindings.push_back(bind(builder.fields[b.field], at, false));
  }
}

// The scalars that it reads.
void add_scalars(const ScheduleBuilder& builder, std::size_t face, Task& task) {
  const int number = builder.face_task[face / 2][face % 2];
  if (number < 0) return;
  for (const ScalarRead& read : builder.face_tasks[std::size_t(number)].reads_scalars)
    if (std::none_of(task.reads_scalars.begin(), task.reads_scalars.end(), [&](const auto& other) {
          return other.scalar == read.scalar && other.lag == read.lag;
        }))
      task.reads_scalars.push_back(read);
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
  const bool needs_old = level == FieldRef::next_level && builder.has_evolving_face();
  for (const int field : fields) {
    task.bindings.push_back(bind(table[field], level, true));
    if (needs_old) task.bindings.push_back(bind(table[field], 0, false));
  }
  for (std::size_t face = 0; face < 6; ++face) {
    if (!faces[face]) continue;
    add_bindings(builder, face, level, task);
    add_scalars(builder, face, task);
  }
  return task;
}

}  // namespace

std::set<int> filled_together(const ScheduleBuilder& builder, const FieldTable& fields,
                              const Task& writer, int level) {
  std::set<int> together;
  for (const Task& boundary : builder.face_tasks) {
    std::set<int> filled;
    bool concerned = false;
    for (const Binding& b : boundary.bindings) {
      if (!b.writes || !keeps_level(fields[b.field], level)) continue;
      filled.insert(b.field);
      concerned = concerned || writes(writer, b.field, level);
    }
    if (concerned) together.merge(filled);
  }
  return together;
}

std::vector<Task> boundary_tasks(const ScheduleBuilder& builder, const FieldTable& fields,
                                 const Task& writer, Real time, const MayFill& may_fill) {
  std::map<std::pair<int, Faces>, std::vector<int>> filled;
  const auto fill = [&](int field, int level) {
    const Faces faces = faces_to_fill(builder, fields[field], level, writer.region);
    if (faces == Faces{}) return;
    auto& group = filled[{level, faces}];
    if (std::find(group.begin(), group.end(), field) == group.end()) group.push_back(field);
  };
  for (const Binding& b : writer.bindings) {
    if (!b.writes) continue;
    const std::set<int> together = filled_together(builder, fields, writer, b.level);
    if (!together.count(b.field))
      fill(b.field, b.level);
    else if (may_fill(together, b.level))
      for (const int field : together) fill(field, b.level);
  }
  std::vector<Task> tasks;
  for (const auto& [key, group] : filled) {
    const auto& [level, faces] = key;
    Task& task = tasks.emplace_back(boundary_task(builder, fields, group, level, faces));
    task.bin = writer.bin;
    task.stage = writer.stage;
    task.every = writer.every;
    task.keeps_points = builder.input.keeps_initial_points && writer.bin == Bin::initial &&
                        writer.region == Region::everywhere;
    task.time_fraction = level == FieldRef::next_level ? 1 : time - level;
  }
  return tasks;
}

}  // namespace cardon
