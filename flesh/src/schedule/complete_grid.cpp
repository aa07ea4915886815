// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

struct Widest {
  const ActiveTask* task = nullptr;
  const Binding* read = nullptr;
  int radius = 0;
};

Widest widest_read(const ScheduleBuilder& builder, int direction) {
  Widest widest;
  for (const ActiveTask& task : builder.tasks) {
    for (const Binding& b : task.task.bindings) {
      if (b.radius[direction] > widest.radius) widest = {&task, &b, b.radius[direction]};
    }
  }
  return widest;
}

std::string more_points(const ScheduleBuilder& builder) {
  return fmt::format("raise grid.{}, or leave the direction out",
                     builder.grid.centring == Centring::cell ? "cells" : "points");
}

void too_thin(ScheduleBuilder& builder, int d, const Widest& widest) {
  builder.report({.slug = "schedule/thin-grid",
                  .message = fmt::format(
                      "{} reads {} with stencil {} in {}, but the grid has only {} point{} there",
                      widest.task->full_name(), declared_text(*widest.read), widest.radius,
                      "xyz"[d], builder.grid.points[d], builder.grid.points[d] == 1 ? "" : "s"),
                  .notes = {fmt::format("a stencil of radius {0} needs at least {0} + 1 points",
                                        widest.radius)},
                  .help = more_points(builder)});
}

void complete_face(ScheduleBuilder& builder, int d, int side) {
  const Boundary* boundary = builder.input.faces[d][side];
  if (!boundary) return;
  Face& face = builder.grid.faces[d][side];
  try {
    face.owned_layers = boundary->owned_layers(builder.grid, d, side == 1, builder.grid.radius[d]);
  } catch (const Error& error) {  // such as a domain that does not suit the boundary
    for (Problem problem : error.problems()) {
      if (!problem.where.known()) problem.where = builder.input.face_places[d][side];
      builder.report(std::move(problem));
    }
  }
  face.evolves = boundary->kind() == BoundaryKind::evolution;
  face.exterior_layers = std::max(0, builder.grid.radius[d] - face.owned_layers);
}

void check_interior(ScheduleBuilder& builder, int d) {
  const int boundary_points =
      builder.grid.faces[d][0].owned_layers + builder.grid.faces[d][1].owned_layers;
  if (boundary_points < builder.grid.points[d]) return;
  builder.report({.slug = "schedule/thin-grid",
                  .message = fmt::format("all {} points of the grid in {} are boundary points",
                                         builder.grid.points[d], "xyz"[d]),
                  .notes = {fmt::format("the boundaries determine {} points at {} and {} at {}",
                                        builder.grid.faces[d][0].owned_layers, face_name(d, 0),
                                        builder.grid.faces[d][1].owned_layers, face_name(d, 1))},
                  .help = more_points(builder)});
}

}  // namespace

void complete_grid(ScheduleBuilder& builder) {
  Grid& grid = builder.grid;
  bool thin = false;
  for (int d = 0; d < grid.dimensions; ++d) {
    const Widest widest = widest_read(builder, d);
    grid.radius[d] = widest.radius;
    if (!widest.task || grid.points[d] >= widest.radius + 1) continue;
    too_thin(builder, d, widest);
    thin = true;
  }
  for (int d = 0; d < grid.dimensions && !thin; ++d) {
    for (int side = 0; side < 2; ++side) complete_face(builder, d, side);
    check_interior(builder, d);
  }
}

}  // namespace cardon
