// SPDX-License-Identifier: Apache-2.0
#include "schedule/rate_task.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cardon {
namespace {

// Values beside a point are read, too: one point away, in directions in which anybody looks around.
constexpr int beside = 1;

void bind_rate(const ScheduleBuilder& builder, FieldTable& fields, int field, Task& task) {
  const int rate = fields.rhs_of(field);
  task.fields.push_back(field);
  task.rates.push_back(rate);
  Binding value, filled;
  value.field = field;
  value.reads = true;
  for (int d = 0; d < builder.grid.dimensions; ++d)
    value.radius[d] = std::min(beside, builder.grid.radius[d]);
  value.declared = fields[field].name;
  filled.field = rate;
  filled.reads = filled.writes = true;
  filled.declared = fields[rate].name;
  task.bindings.push_back(value);
  task.bindings.push_back(filled);
}

}  // namespace

std::optional<Task> rate_task(const ScheduleBuilder& builder, FieldTable& fields,
                              const std::vector<int>& integrated) {
  if (!builder.has_evolving_face()) return std::nullopt;
  Task task;
  task.kind = Task::boundary;
  for (int d = 0; d < builder.grid.dimensions; ++d)
    for (int side = 0; side < 2; ++side) task.faces[d][side] = builder.grid.faces[d][side].evolves;
  std::vector<std::string> groups;
  for (const int field : integrated) {
    if (!fields[field].has_boundary) continue;
    bind_rate(builder, fields, field, task);
    std::string group = fmt::format("rhs({}::{})", fields[field].thorn, fields[field].group);
    if (groups.empty() || groups.back() != group) groups.push_back(std::move(group));
  }
  if (task.fields.empty()) return std::nullopt;
  task.thorn = fields[task.fields[0]].thorn;
  task.name = fmt::format("boundary of {}", fmt::join(groups, ", "));
  return task;
}

}  // namespace cardon
