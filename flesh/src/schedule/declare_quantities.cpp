// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "schedule/passes.hpp"

namespace cardon {
namespace {

void declare_scalar(ScheduleBuilder& builder, const ThornDeclaration& thorn,
                    const ScalarDeclaration& scalar, const std::string& name) {
  const bool taken =
      std::any_of(builder.scalars.begin(), builder.scalars.end(),
                  [&](const ScalarInfo& s) { return s.thorn == thorn.name && s.name == name; });
  if (taken) {
    builder.report({.slug = "schedule/duplicate-scalar",
                    .message = fmt::format("{} declares scalar {} twice", thorn.name, name),
                    .help = "give one of them another name"});
    return;
  }
  ScalarInfo& info = builder.scalars.emplace_back();
  info.id = int(builder.scalars.size()) - 1;
  info.name = name;
  info.group = scalar.name;
  info.thorn = thorn.name;
  info.description = scalar.description;
  info.unit = scalar.unit;
  info.kind = scalar.kind;
  info.start = scalar.start;
  info.is_state = scalar.is_state;
  info.evolved = scalar.evolved;
}

/// Its mirror images need the third component.
void check_plane_vectors(ScheduleBuilder& builder, const ThornDeclaration& thorn) {
  if (builder.grid.dimensions < 3) return;
  for (const FieldDeclaration& field : thorn.fields)
    if (field.tensor == Tensor::plane_vector)
      builder.report(
          {.slug = "schedule/plane-vector",
           .message = fmt::format("{}::{} has two components, but the grid has three directions",
                                  thorn.name, field.name),
           .help = "declare it a vector, or use a grid of one or two directions"});
}

}  // namespace

void declare_quantities(ScheduleBuilder& builder) {
  builder.fields = FieldTable(builder.input.thorns, builder.problems);
  for (const ThornDeclaration* thorn : builder.input.thorns) {
    check_plane_vectors(builder, *thorn);
    for (const ScalarDeclaration& scalar : thorn->scalars) {
      if (scalar.parts == 0) declare_scalar(builder, *thorn, scalar, scalar.name);
      for (int n = 0; n < scalar.parts; ++n)
        declare_scalar(builder, *thorn, scalar, fmt::format("{}_{}", scalar.name, n));
    }
  }
  builder.scalar_slots = FieldTable(builder.scalars);
}

}  // namespace cardon
