// SPDX-License-Identifier: Apache-2.0
#include "schedule/plan_tasks.hpp"

#include <algorithm>

namespace cardon {
namespace {

bool has_boundary_points(const Grid& grid) { return !(grid.interior() == grid.domain()); }

// The task leaves boundary points as they were and no boundary fills them: their older values stay
// alive.
bool keeps_boundary_points(const Program& program, const Task& task, const Binding& b) {
  const GridFunction& f = program.fields[std::size_t(b.field)];
  return b.writes && !f.has_boundary && f.role == Role::evolved && !f.internal &&
         task.region == Region::interior && has_boundary_points(program.grid);
}

plan::TaskDecl plan_task(const Program& program, const Task& task) {
  plan::TaskDecl decl;
  decl.name = task.name;
  decl.partial = task.kind == Task::boundary;
  decl.reads_beside = !task.rates.empty();
  decl.rotate = task.kind == Task::rotate;
  if (decl.rotate) decl.rotates = task.fields;
  for (const Binding& b : task.bindings) {
    if (b.reads || keeps_boundary_points(program, task, b))
      decl.reads.push_back({{b.field, b.level}, b.radius});
    if (b.writes) decl.writes.push_back({b.field, b.level});
  }
  return decl;
}

}  // namespace

std::vector<plan::TaskDecl> plan_tasks(const Program& program) {
  std::vector<plan::TaskDecl> tasks;
  for (const Task& task : program.tasks) tasks.push_back(plan_task(program, task));
  return tasks;
}

std::vector<std::string> plan_fields(const Program& program) {
  std::vector<std::string> names;
  for (const GridFunction& f : program.fields) {
    const bool shared = std::any_of(
        program.fields.begin(), program.fields.end(),
        [&](const GridFunction& other) { return other.id != f.id && other.name == f.name; });
    names.push_back(shared ? f.full_name() : f.name);
  }
  return names;
}

}  // namespace cardon
