// SPDX-License-Identifier: Apache-2.0
// Boundaries that thorns declare, at the faces that name them.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "schedule/bind_fields.hpp"
#include "schedule/bind_scalars.hpp"
#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

std::optional<DeclaredTask> find_boundary(const ScheduleBuilder& builder, const std::string& name) {
  for (const ThornDeclaration* thorn : builder.input.thorns)
    for (const TaskDeclaration& boundary : thorn->boundaries) {
      const DeclaredTask declared{thorn, &boundary};
      if (declared.full_name() == name) return declared;
    }
  return std::nullopt;
}

void check_use(ScheduleBuilder& builder, const ActiveTask& boundary, const Binding& b) {
  Problem problem;
  problem.slug = "schedule/boundary";
  if (b.declared_level != 0) {
    problem.message = fmt::format("the boundary {} {} {}", boundary.full_name(),
                                  b.writes ? "writes" : "reads", declared_text(b));
    problem.notes = {"a boundary sees the level that it fills, whichever that is"};
    problem.help = "name the field itself";
  } else if (b.writes && !builder.fields[b.field].has_boundary) {
    problem.message = fmt::format("the boundary {} fills {}, which has no boundary",
                                  boundary.full_name(), b.declared);
    problem.notes = {fmt::format("{} is declared with no_boundary()", b.declared)};
    problem.help = "give it a boundary condition, or do not write it";
  } else {
    return;
  }
  builder.report(std::move(problem));
  builder.complete = false;
}

// It runs for each layer of a face, on the blocks that have the face.
void check_scalars_of(ScheduleBuilder& builder, const ActiveTask& boundary) {
  const TaskDeclaration& declaration = *boundary.declaration;
  for (const std::string& name : declaration.reduces)
    builder.report({.slug = "schedule/boundary",
                    .message = fmt::format("the boundary {} reduces the scalar {}",
                                           boundary.full_name(), name),
                    .notes = {"a boundary may read scalars, but it fills fields only"},
                    .help = fmt::format("reduce {} in a task that reads the fields", name)});
  for (const ScalarUse& set : declaration.sets)
    builder.report(
        {.slug = "schedule/boundary",
         .message =
             fmt::format("the boundary {} writes the scalar {}", boundary.full_name(), set.name),
         .notes = {"a boundary may read scalars, but it fills fields only"},
         .help = fmt::format("write {} in a task of its own, which may read what another task has "
                             "reduced from the grid",
                             set.name)});
}

// The number of the boundary among those in use.
int resolve(ScheduleBuilder& builder, const DeclaredTask& declared) {
  const std::string name = declared.full_name();
  for (std::size_t n = 0; n < builder.face_tasks.size(); ++n)
    if (builder.face_tasks[n].name == name) return int(n);
  ActiveTask active{declared, {}};
  active.task.name = name;
  active.task.thorn = declared.thorn->name;
  active.task.function = declared.declaration->function;
  active.task.flops = declared.declaration->flops_on(builder.grid.dimensions);
  active.task.serial = declared.declaration->serial;
  bind_fields(builder, active);
  bind_scalars(builder, active);
  check_scalars_of(builder, active);
  for (const Binding& b : builder.distinct_uses(active.task)) check_use(builder, active, b);
  for (Binding& b : active.task.bindings) b.reads = true;  // what it leaves alone keeps its value
  builder.face_tasks.push_back(std::move(active.task));
  return int(builder.face_tasks.size()) - 1;
}

}  // namespace

void resolve_boundaries(ScheduleBuilder& builder) {
  for (int d = 0; d < builder.grid.dimensions; ++d)
    for (int side = 0; side < 2; ++side)
      if (const auto declared = find_boundary(builder, builder.grid.faces[d][side].boundary))
        builder.face_task[d][side] = resolve(builder, *declared);
}

}  // namespace cardon
