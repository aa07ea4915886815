// SPDX-License-Identifier: Apache-2.0
// Where tasks compute at the faces of the domain, and what boundaries fill.
#include <fmt/format.h>

#include <algorithm>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

bool reads_with_stencil(const ActiveTask& task) {
  const auto& b = task.task.bindings;
  return std::any_of(b.begin(), b.end(),
                     [](const Binding& use) { return use.reads && is_stencil(use.radius); });
}

// The field that a binding is about: of a right-hand side the field that it advances.
const GridFunction& subject(const ScheduleBuilder& builder, const Binding& b) {
  const int advanced = builder.fields.advanced_by(b.field);
  return builder.fields[advanced >= 0 ? advanced : b.field];
}

bool read_with_stencil_by_any(const ScheduleBuilder& builder, int field) {
  for (const ActiveTask& task : builder.tasks) {
    for (const Binding& b : task.task.bindings) {
      if (b.field == field && b.reads && is_stencil(b.radius)) return true;
    }
  }
  return false;
}

// Some task writes the field, but not at boundary points.
const ActiveTask* interior_writer(const ScheduleBuilder& builder, const Binding& read) {
  for (const ActiveTask& task : builder.tasks) {
    if (region_of(builder, task) != Region::interior) continue;
    for (const Binding& b : task.task.bindings) {
      if (b.writes && b.field == read.field) return &task;
    }
  }
  return nullptr;
}

// A field without boundary, read with a stencil: are there values at all where the stencil reaches
// at this face?
void check_read(ScheduleBuilder& builder, const ActiveTask& task, const Binding& read) {
  const GridFunction& f = builder.fields[read.field];
  const ActiveTask* writer = interior_writer(builder, read);
  for (int d = 0; d < builder.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      if (!builder.input.faces[d][side] || read.radius[d] == 0) continue;
      const int layers = writer ? 0 : builder.grid.faces[d][side].owned_layers;
      if (read.radius[d] <= layers) continue;
      builder.report(
          {.slug = "schedule/no-boundary",
           .message = fmt::format("{} reads {} with stencil {}, but nothing sets {} at the face {}",
                                  task.full_name(), declared_text(read), read.radius[d], f.group,
                                  face_name(d, side)),
           .notes = {f.internal ? "right-hand sides have no boundary"
                                : fmt::format("{} is declared with no_boundary()", f.group)},
           .help = "give it a boundary condition, or read it without a stencil"});
      return;
    }
  }
}

// A next level that is not computed at boundary points and that no boundary fills.
void check_next(ScheduleBuilder& builder, const ActiveTask& task, const Binding& written) {
  const GridFunction& f = builder.fields[written.field];
  for (int d = 0; d < builder.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      if (builder.grid.faces[d][side].owned_layers == 0) continue;
      builder.report({.slug = "schedule/no-boundary",
                      .message = fmt::format(
                          "{} computes {} only up to the face {}, and no boundary sets it there",
                          task.full_name(), declared_text(written), face_name(d, side)),
                      .notes = {fmt::format("{} is declared with no_boundary()", f.group)},
                      .help = "give it a boundary condition, or read without a stencil"});
      return;
    }
  }
}

// The boundary of a thorn fills one level of all its fields at once.
void check_levels(ScheduleBuilder& builder, const Task& boundary) {
  const GridFunction* first = nullptr;
  for (const Binding& b : boundary.bindings) {
    const GridFunction& f = builder.fields[b.field];
    if (!b.writes) continue;
    if (!first) first = &f;
    if (f.past == first->past && f.has_next == first->has_next) continue;
    builder.report({.slug = "schedule/boundary",
                    .message = fmt::format("the boundary {} fills {} and {}, which have different "
                                           "time levels",
                                           boundary.name, first->name, f.name),
                    .notes = {"it fills a level of all its fields at once"},
                    .help = "fill them by boundaries of their own, or let both have the same past "
                            "levels and be advanced in the same way"});
    return;
  }
}

}  // namespace

Region region_of(const ScheduleBuilder& builder, const ActiveTask& task) {
  if (reads_with_stencil(task)) return Region::interior;
  if (task.task.bin != Bin::evolve && task.task.bin != Bin::evolve_rhs) return Region::everywhere;
  const auto& b = task.task.bindings;
  const bool bounded = std::any_of(b.begin(), b.end(), [&](const Binding& use) {
    return use.writes && subject(builder, use).has_boundary;
  });
  return bounded ? Region::interior : Region::everywhere;
}

bool fills_face(const ScheduleBuilder& builder, const GridFunction& f, int level, Region writer,
                int d, int side) {
  const Boundary* boundary = d < builder.grid.dimensions ? builder.input.faces[d][side] : nullptr;
  if (!boundary || !f.has_boundary) return false;
  if (writer == Region::interior) return true;
  if (f.is_advanced())
    return boundary->kind() != BoundaryKind::evolution || level == FieldRef::next_level;
  return builder.grid.faces[d][side].exterior_layers > 0 && read_with_stencil_by_any(builder, f.id);
}

bool fills_after(const Task& boundary, const Task& writer) {
  const auto fills = [&](int field) {
    return std::any_of(boundary.bindings.begin(), boundary.bindings.end(),
                       [&](const Binding& b) { return b.writes && b.field == field; });
  };
  return std::any_of(writer.bindings.begin(), writer.bindings.end(),
                     [&](const Binding& b) { return b.writes && fills(b.field); });
}

std::set<Bin> filling_bins(const ScheduleBuilder& builder, const Task& boundary) {
  std::set<Bin> bins;
  for (const ActiveTask& task : builder.tasks) {
    if (fills_after(boundary, task.task)) bins.insert(task.task.bin);
    for (const Binding& rate : task.task.bindings)
      for (const Binding& b : boundary.bindings)
        if (rate.writes && b.writes && builder.fields.advanced_by(rate.field) == b.field)
          bins.insert(Bin::evolve_rhs);
  }
  return bins;
}

void check_faces(ScheduleBuilder& builder) {
  for (const Task& boundary : builder.face_tasks) check_levels(builder, boundary);
  for (const ActiveTask& task : builder.tasks) {
    for (const Binding& b : builder.distinct_uses(task.task)) {
      if (builder.fields[b.field].has_boundary) continue;
      if (b.reads && is_stencil(b.radius)) check_read(builder, task, b);
      if (b.writes && b.level == FieldRef::next_level &&
          region_of(builder, task) == Region::interior)
        check_next(builder, task, b);
    }
  }
}

}  // namespace cardon
