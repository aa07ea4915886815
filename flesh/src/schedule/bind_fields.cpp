// SPDX-License-Identifier: Apache-2.0
#include "schedule/bind_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedule/texts.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

class FieldBinder {
 public:
  explicit FieldBinder(ScheduleBuilder& builder) : builder_(builder) {}

  void bind(ActiveTask& active, const FieldUse& use, bool writes) {
    const QualifiedName name = qualify(use.name, *active.thorn);
    const std::vector<int> fields = builder_.fields.find(name.thorn, name.name);
    const char* verb = writes ? "writes" : "reads";
    if (fields.empty()) {
      builder_.report(unknown_field(builder_, active, verb, use.name));
      builder_.complete = false;
      return;
    }
    if (!level_exists(active, use, fields[0], verb)) return;
    const std::string prefix = use.name.substr(0, use.name.size() - name.name.size());
    for (const int field : fields) {
      Binding binding;
      binding.declared = prefix + builder_.fields[field].name;
      binding.declared_level = use.level;
      binding.field = use.level == FieldRef::rhs_level ? builder_.fields.rhs_of(field) : field;
      binding.level = use.level == FieldRef::rhs_level ? 0 : use.level;
      (writes ? binding.writes : binding.reads) = true;
      if (!writes) binding.radius = legal_radius(use);
      add(active.task.bindings, binding);
    }
    if (!writes) report_negative_radius(active, use);
  }

 private:
  // Directions that the grid does not have count for nothing.
  Index3 legal_radius(const FieldUse& use) const {
    Index3 radius{0, 0, 0};
    for (int d = 0; d < builder_.grid.dimensions; ++d) radius[d] = std::max(0, use.radius[d]);
    return radius;
  }

  void report_negative_radius(const ActiveTask& active, const FieldUse& use) {
    if (*std::min_element(use.radius.begin(), use.radius.end()) >= 0) return;
    builder_.report(
        {.slug = "schedule/negative-radius",
         .message = fmt::format("{} reads {} with a negative stencil radius", active.full_name(),
                                use.name),
         .notes = {fmt::format("stencil({}, {}, {})", use.radius[0], use.radius[1], use.radius[2])},
         .help = "give the reach of the stencil in points, 0 or more"});
  }

  bool level_exists(const ActiveTask& active, const FieldUse& use, int field, const char* verb) {
    const GridFunction& f = builder_.fields[field];
    if (use.level > f.past) {
      builder_.report(
          {.slug = "schedule/past-level",
           .message =
               fmt::format("{} {} {}, but {} keeps {} past level{}", active.full_name(), verb,
                           level_text(use.name, use.level), use.name,
                           f.past == 0 ? "no" : std::to_string(f.past), f.past == 1 ? "" : "s"),
           .help = fmt::format("declare {} with .past_levels({})", f.group, use.level)});
      builder_.complete = false;
      return false;
    }
    if (use.level == FieldRef::rhs_level && f.role != Role::evolved) {
      builder_.report({.slug = "schedule/not-evolved",
                       .message = fmt::format("{} {} {}, but {} is not evolved", active.full_name(),
                                              verb, level_text(use.name, use.level), use.name),
                       .help = fmt::format("declare {} as an evolved field", f.group)});
      builder_.complete = false;
      return false;
    }
    return true;
  }

  static void add(std::vector<Binding>& bindings, const Binding& use) {
    for (Binding& b : bindings) {
      if (b.field != use.field || b.level != use.level || b.declared != use.declared) continue;
      b.reads = b.reads || use.reads;
      b.writes = b.writes || use.writes;
      for (int d = 0; d < 3; ++d) b.radius[d] = std::max(b.radius[d], use.radius[d]);
      return;
    }
    bindings.push_back(use);
  }

  ScheduleBuilder& builder_;
};

}  // namespace

void bind_fields(ScheduleBuilder& builder, ActiveTask& active) {
  FieldBinder binder(builder);
  for (const FieldUse& use : active.declaration->reads) binder.bind(active, use, false);
  for (const FieldUse& use : active.declaration->writes) binder.bind(active, use, true);
}

}  // namespace cardon
