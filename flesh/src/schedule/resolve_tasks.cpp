// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "schedule/bind_fields.hpp"
#include "schedule/conditions.hpp"
#include "schedule/passes.hpp"
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
    bind_fields(builder_, active);
    bind_scalars(active);
    builder_.tasks.push_back(std::move(active));
  }

 private:
  void duplicate(const DeclaredTask& declared) {
    builder_.report({.slug = "schedule/duplicate-task",
                     .message = fmt::format("{} declares task {} twice", declared.thorn->name,
                                            declared.declaration->name),
                     .help = "give one of them another name"});
  }

  void bind_scalars(ActiveTask& active) {
    const TaskDeclaration& declaration = *active.declaration;
    Task& task = active.task;
    for (const std::string& name : declaration.reduces)
      for (const NamedScalar& s : find_scalars(active, "reduces", name))
        task.scalars.push_back(s.id);
    for (const ScalarUse& use : declaration.scalars)
      for (const NamedScalar& s : find_scalars(active, "reads", use.name))
        task.reads_scalars.push_back({s.id, use.lag, s.declared});
    for (const ScalarUse& use : declaration.sets)
      for (const NamedScalar& s : find_scalars(active, "writes", use.name)) {
        const int slot = use.is_rate ? builder_.scalar_slots.rhs_of(s.id) : s.id;
        task.sets.push_back({slot, use.is_rate, s.declared});
      }
  }

  struct NamedScalar {
    int id = 0;
    std::string declared;  // as the thorn calls it
  };

  /// All components of one that has them; none for one that nobody declares.
  std::vector<NamedScalar> find_scalars(const ActiveTask& active, const char* verb,
                                        const std::string& use) {
    const QualifiedName name = qualify(use, *active.thorn);
    const std::string prefix = use.substr(0, use.size() - name.name.size());
    std::vector<NamedScalar> found;
    for (const ScalarInfo& s : builder_.scalars)
      if (s.thorn == name.thorn && (s.name == name.name || s.group == name.name))
        found.push_back({s.id, prefix + s.name});
    if (found.empty()) {
      builder_.report(unknown_scalar(builder_, active, verb, use));
      builder_.complete = false;
    }
    return found;
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
