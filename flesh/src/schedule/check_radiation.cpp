// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

void wrong(ScheduleBuilder& builder, const std::string& message, const std::string& hint,
           const std::string& help) {
  builder.report({.slug = "schedule/radiation", .message = message, .hint = hint, .help = help});
}

void apply(ScheduleBuilder& builder, const ThornDeclaration& thorn,
           const RadiationDeclaration& radiation) {
  const std::vector<int> fields = builder.fields.find(thorn.name, radiation.field);
  if (fields.empty()) {
    const std::vector<std::string> own = builder.fields.declared(thorn.name);
    return wrong(builder,
                 fmt::format("{} says that unknown field {} radiates", thorn.name, radiation.field),
                 did_you_mean(radiation.field, own), "correct the name in thorn.radiates()");
  }
  const bool known =
      std::any_of(thorn.parameters.begin(), thorn.parameters.end(), [&](const auto& p) {
        return p.name == radiation.speed_parameter && p.type == ValueType::real && !p.list;
      });
  if (!known) {
    return wrong(
        builder,
        fmt::format("{} says that {} radiates with speed {}, which is no real parameter of it",
                    thorn.name, radiation.field, radiation.speed_parameter),
        "", "name a Parameter<Real> of the same thorn in thorn.radiates()");
  }
  const Value value = builder.input.parameter(thorn.name, radiation.speed_parameter);
  const Real* speed = std::get_if<Real>(&value);
  for (const int field : fields) {
    builder.fields[field].wave_speed = speed ? *speed : 0;
    builder.fields[field].far_value = radiation.far_value;
  }
}

std::string faces_with_memory(const ScheduleBuilder& builder) {
  std::vector<std::string> names;
  for (int d = 0; d < builder.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      const Boundary* boundary = builder.input.faces[d][side];
      if (boundary && boundary->needs_old_level())
        names.push_back(
            fmt::format("{} ({})", face_name(d, side), builder.grid.faces[d][side].boundary));
    }
  }
  return joined(names);
}

// Boundaries that need the old level are made of the field's own wave equation.
void check_field(ScheduleBuilder& builder, const GridFunction& f, const RadiationDeclaration* how) {
  if (!f.has_boundary || f.internal || (f.role != Role::evolved && !f.has_next)) return;
  Problem problem;
  problem.slug = "schedule/radiation";
  problem.notes = {"faces: " + faces_with_memory(builder)};
  if (!f.has_next) {
    problem.message =
        fmt::format("{} cannot radiate: no task writes next({})", f.full_name(), f.group);
    problem.notes.push_back("such a boundary needs the level before the one it fills");
    problem.help =
        fmt::format("choose another grid.boundary, or advance {} with a task that writes next({})",
                    f.group, f.group);
  } else if (!how) {
    problem.message = fmt::format("{} does not say how it radiates", f.full_name());
    problem.help =
        fmt::format("declare thorn.radiates({}, speed), or choose another grid.boundary", f.group);
  } else if (f.wave_speed <= 0) {
    problem.message = fmt::format("{} radiates with speed {}", f.full_name(), f.wave_speed);
    problem.help = fmt::format("set {}::{} above 0", f.thorn, how->speed_parameter);
  } else {
    return;
  }
  builder.report(std::move(problem));
}

}  // namespace

void check_radiation(ScheduleBuilder& builder) {
  std::vector<const RadiationDeclaration*> how(static_cast<std::size_t>(builder.fields.size()));
  for (const ThornDeclaration* thorn : builder.input.thorns) {
    for (const RadiationDeclaration& radiation : thorn->radiations) {
      apply(builder, *thorn, radiation);
      for (const int field : builder.fields.find(thorn->name, radiation.field))
        how[static_cast<std::size_t>(field)] = &radiation;
    }
  }
  if (!builder.has_face_with_memory() || !builder.complete) return;
  const std::vector<GridFunction>& all = builder.fields.all();
  for (std::size_t f = 0; f < all.size(); ++f) {
    const bool same_group =
        f > 0 && all[f].thorn == all[f - 1].thorn && all[f].group == all[f - 1].group;
    if (!same_group) check_field(builder, all[f], how[f]);  // once for all components
  }
}

}  // namespace cardon
