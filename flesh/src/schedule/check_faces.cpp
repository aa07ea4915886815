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
const GridFunction& subject(const Draft& draft, const Binding& b) {
  const int advanced = draft.fields.advanced_by(b.field);
  return draft.fields[advanced >= 0 ? advanced : b.field];
}

bool read_with_stencil_by_any(const Draft& draft, int field) {
  for (const ActiveTask& task : draft.tasks) {
    for (const Binding& b : task.task.bindings) {
      if (b.field == field && b.reads && is_stencil(b.radius)) return true;
    }
  }
  return false;
}

// Some task writes the field, but not at boundary points.
const ActiveTask* interior_writer(const Draft& draft, const Binding& read) {
  for (const ActiveTask& task : draft.tasks) {
    if (region_of(draft, task) != Region::interior) continue;
    for (const Binding& b : task.task.bindings) {
      if (b.writes && b.field == read.field) return &task;
    }
  }
  return nullptr;
}

// A field without boundary, read with a stencil: are there values at all where the stencil reaches
// at this face?
void check_read(Draft& draft, const ActiveTask& task, const Binding& read) {
  const GridFunction& f = draft.fields[read.field];
  const ActiveTask* writer = interior_writer(draft, read);
  for (int d = 0; d < draft.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      if (!draft.input.faces[d][side] || read.radius[d] == 0) continue;
      const int layers = writer ? 0 : draft.grid.faces[d][side].owned_layers;
      if (read.radius[d] <= layers) continue;
      draft.report(
          {.slug = "schedule/no-boundary",
           .message = fmt::format("{} reads {} with stencil {}, but nothing sets {} at the face {}",
                                  task.full_name(), declared_text(read), read.radius[d], f.group,
                                  face_name(d, side)),
           .notes = {f.internal ? "right-hand sides have no boundary"
                                : fmt::format("{} is declared with no_boundary()", f.group)},
           .help = "let it have a boundary, or read it without a stencil"});
      return;
    }
  }
}

// A next level that is not computed at boundary points and that no boundary fills.
void check_next(Draft& draft, const ActiveTask& task, const Binding& written) {
  const GridFunction& f = draft.fields[written.field];
  for (int d = 0; d < draft.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      if (draft.grid.faces[d][side].owned_layers == 0) continue;
      draft.report({.slug = "schedule/no-boundary",
                    .message = fmt::format(
                        "{} computes {} only up to the face {}, and no boundary sets it there",
                        task.full_name(), declared_text(written), face_name(d, side)),
                    .notes = {fmt::format("{} is declared with no_boundary()", f.group)},
                    .help = "let it have a boundary, or read without a stencil"});
      return;
    }
  }
}

}  // namespace

Region region_of(const Draft& draft, const ActiveTask& task) {
  if (reads_with_stencil(task)) return Region::interior;
  if (task.task.bin != Bin::evolve && task.task.bin != Bin::evolve_rhs) return Region::everywhere;
  const auto& b = task.task.bindings;
  const bool bounded = std::any_of(b.begin(), b.end(), [&](const Binding& use) {
    return use.writes && subject(draft, use).has_boundary;
  });
  return bounded ? Region::interior : Region::everywhere;
}

bool fills_face(const Draft& draft, const GridFunction& f, int level, Region writer, int d,
                int side) {
  const Boundary* boundary = d < draft.grid.dimensions ? draft.input.faces[d][side] : nullptr;
  if (!boundary || !f.has_boundary) return false;
  if (writer == Region::interior) return true;
  if (f.is_advanced()) return !boundary->needs_old_level() || level == FieldRef::next_level;
  return draft.grid.faces[d][side].exterior_layers > 0 && read_with_stencil_by_any(draft, f.id);
}

void check_faces(Draft& draft) {
  for (const ActiveTask& task : draft.tasks) {
    for (const Binding& b : draft.distinct_uses(task.task)) {
      if (draft.fields[b.field].has_boundary) continue;
      if (b.reads && is_stencil(b.radius)) check_read(draft, task, b);
      if (b.writes && b.level == FieldRef::next_level && region_of(draft, task) == Region::interior)
        check_next(draft, task, b);
    }
  }
}

}  // namespace cardon
