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
