// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.hpp"
#include "parameters/quantity.hpp"
#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

void mistake(ScheduleBuilder& builder, const std::string& message, const std::string& hint,
             const std::string& help) {
  builder.report({.slug = "schedule/radiation", .message = message, .hint = hint, .help = help});
}

bool declares(const ThornDeclaration& thorn, const std::string& parameter) {
  return std::any_of(thorn.parameters.begin(), thorn.parameters.end(),
                     [&](const auto& p) { return p.name == parameter; });
}

/// A number, or the value of a real parameter of the thorn; nothing if it is neither.
std::optional<Real> speed_of(const ScheduleBuilder& builder, const ThornDeclaration& thorn,
                             const RadiationDeclaration& radiation) {
  if (const auto number = plain_number(radiation.speed)) return *number;
  const auto& all = thorn.parameters;
  const bool known = std::any_of(all.begin(), all.end(), [&](const auto& p) {
    return p.name == radiation.speed && p.type == ValueType::real && !p.list;
  });
  if (!known) return std::nullopt;
  const AnyValue value = builder.input.parameter(thorn.name, radiation.speed);
  const Real* speed = std::get_if<Real>(&value);
  return speed ? *speed : 0;
}

/// False: its name or speed is wrong, which is reported.
bool apply(ScheduleBuilder& builder, const ThornDeclaration& thorn,
           const RadiationDeclaration& radiation) {
  const std::vector<int> fields = builder.fields.find(thorn.name, radiation.field);
  if (fields.empty()) {
    const std::vector<std::string> own = builder.fields.declared(thorn.name);
    mistake(builder,
            fmt::format("{} declares that unknown field {} radiates", thorn.name, radiation.field),
            did_you_mean(radiation.field, own), "correct the name in thorn.radiates()");
    return false;
  }
  const std::optional<Real> speed = speed_of(builder, thorn, radiation);
  if (!speed) {
    const bool declared = declares(thorn, radiation.speed);
    mistake(
        builder,
        fmt::format("{} declares that {} radiates with speed {}, which is not a {}parameter of it",
                    thorn.name, radiation.field, radiation.speed, declared ? "real " : ""),
        declared ? "" : "a parameter that no task takes is declared by thorn.parameters()",
        declared ? "name a Parameter<Real> of the same thorn in thorn.radiates()"
                 : fmt::format("add {} to thorn.parameters(), or correct the name in "
                               "thorn.radiates()",
                               radiation.speed));
    return false;
  }
  for (const int field : fields) {
    builder.fields[field].wave_speed = *speed;
    builder.fields[field].far_value = radiation.far_value;
    builder.fields[field].decay = radiation.decay;
  }
  if (radiation.decay < 0)
    mistake(builder,
            fmt::format("{} declares that {} falls off as 1 / r^({})", thorn.name, radiation.field,
                        radiation.decay),
            "", "give a power of 0 (all is a wave) or more in thorn.radiates()");
  return true;
}

std::string evolving_faces(const ScheduleBuilder& builder) {
  std::vector<std::string> names;
  for (int d = 0; d < builder.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      const Boundary* boundary = builder.input.faces[d][side];
      if (boundary && boundary->kind() == BoundaryKind::evolution)
        names.push_back(
            fmt::format("{} ({})", face_name(d, side), builder.grid.faces[d][side].boundary));
    }
  }
  return joined(names);
}

// Such boundaries are made of the field's own wave equation.
void check_field(ScheduleBuilder& builder, const GridFunction& f, const RadiationDeclaration* how) {
  if (!f.has_boundary || f.internal || (f.role != Role::evolved && !f.has_next)) return;
  Problem problem;
  problem.slug = "schedule/radiation";
  problem.notes = {"faces: " + evolving_faces(builder)};
  if (!how) {
    problem.message = fmt::format("{} does not declare how it radiates", f.full_name());
    problem.help =
        fmt::format("declare thorn.radiates({}, speed), or choose another grid.boundary", f.group);
  } else if (f.wave_speed <= 0) {
    problem.message = fmt::format("{} radiates with speed {}", f.full_name(), f.wave_speed);
    problem.help = plain_number(how->speed)
                       ? "correct the speed in thorn.radiates()"
                       : fmt::format("set {}::{} above 0", f.thorn, how->speed);
  } else {
    return;
  }
  builder.report(std::move(problem));
}

}  // namespace

void check_radiation(ScheduleBuilder& builder) {
  std::vector<const RadiationDeclaration*> how(std::size_t(builder.fields.size()));
  std::set<std::string> wrong;  // thorns of which more would be reported that only follows from it
  for (const ThornDeclaration* thorn : builder.input.thorns) {
    for (const RadiationDeclaration& radiation : thorn->radiations) {
      if (!apply(builder, *thorn, radiation)) wrong.insert(thorn->name);
      for (const int field : builder.fields.find(thorn->name, radiation.field))
        how[std::size_t(field)] = &radiation;
    }
  }
  if (!builder.has_evolving_face() || !builder.complete) return;
  const std::vector<GridFunction>& all = builder.fields.all();
  for (std::size_t f = 0; f < all.size(); ++f) {
    const bool same_group =
        f > 0 && all[f].thorn == all[f - 1].thorn && all[f].group == all[f - 1].group;
    if (!same_group && !wrong.contains(all[f].thorn))
      check_field(builder, all[f], how[f]);  // once for all components
  }
}

}  // namespace cardon
