// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "schedule/bind_fields.hpp"
#include "schedule/bind_scalars.hpp"
#include "schedule/conditions.hpp"
#include "schedule/passes.hpp"

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
    active.task.flops = declaration.flops_on(builder_.grid.dimensions);
    active.task.serial = declaration.serial;
    bind_fields(builder_, active);
    bind_scalars(builder_, active);
    builder_.tasks.push_back(std::move(active));
  }

 private:
  void duplicate(const DeclaredTask& declared) {
    builder_.report({.slug = "schedule/duplicate-task",
                     .message = fmt::format("{} declares task {} twice", declared.thorn->name,
                                            declared.declaration->name),
                     .help = "give one of them another name"});
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
