// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "schedule/conditions.hpp"
#include "schedule/passes.hpp"
#include "schedule/texts.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

class TaskResolver {
 public:
  explicit TaskResolver(ScheduleBuilder& builder) : builder_(builder) {}

  void resolve(const DeclaredTask& declared) {
    if (!seen_.insert(declared.full_name()).second) return duplicate(declared);
    if (const auto reason = reason_to_idle(builder_, declared)) {
      builder_.idle.push_back({declared, *reason});
      return;
    }
    ActiveTask active{declared, {}};
    const TaskDeclaration& declaration = *declared.declaration;
    active.task.name = declared.full_name();
    active.task.thorn = declared.thorn->name;
    active.task.function = declaration.function;
    active.task.bin = declaration.bin;
    active.task.every = declaration.every;
    active.task.flops = declaration.flops;
    for (const FieldUse& use : declaration.reads) bind(active, use, false);
    for (const FieldUse& use : declaration.writes) bind(active, use, true);
    for (const std::string& scalar : declaration.reduces)
      if (const int id = find_scalar(active, "reduces", scalar); id >= 0)
        active.task.scalars.push_back(id);
    for (const ScalarUse& use : declaration.scalars)
      if (const int id = find_scalar(active, "reads", use.name); id >= 0)
        active.task.reads_scalars.push_back({id, use.lag, use.name});
    builder_.tasks.push_back(std::move(active));
  }

 private:
  void duplicate(const DeclaredTask& declared) {
    builder_.report({.slug = "schedule/duplicate-task",
                     .message = fmt::format("{} declares task {} twice", declared.thorn->name,
                                            declared.declaration->name),
                     .help = "give one of them another name"});
  }

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
                       .help = fmt::format("declare {} with thorn.evolves({})", f.group, f.group)});
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

  /// -1 for one that nobody declares.
  int find_scalar(const ActiveTask& active, const char* verb, const std::string& use) {
    const QualifiedName name = qualify(use, *active.thorn);
    for (const ScalarInfo& scalar : builder_.scalars)
      if (scalar.thorn == name.thorn && scalar.name == name.name) return scalar.id;
    builder_.report(unknown_scalar(builder_, active, verb, use));
    builder_.complete = false;
    return -1;
  }

  ScheduleBuilder& builder_;
  std::set<std::string> seen_;
};

}  // namespace

void resolve_tasks(ScheduleBuilder& builder) {
  TaskResolver resolver(builder);
  for (const ThornDeclaration* thorn : builder.input.thorns) {
    for (const TaskDeclaration& task : thorn->tasks) resolver.resolve({thorn, &task});
  }
}

}  // namespace cardon
