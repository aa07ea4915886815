// SPDX-License-Identifier: Apache-2.0
#include "startup/limit_scalars.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedule/texts.hpp"

namespace cardon {
namespace {

class LimitScalars {
 public:
  LimitScalars(const Program& program, std::vector<Problem>& problems)
      : program_(program), problems_(problems) {}

  void add(const ThornDeclaration& thorn, const std::string& name) {
    const auto found =
        std::find_if(program_.scalars.begin(), program_.scalars.end(),
                     [&](const ScalarInfo& s) { return s.thorn == thorn.name && s.name == name; });
    const bool known = found != program_.scalars.end();
    if (!known || found->kind != Reduce::min)
      return report(fmt::format("{} limits the step by {}, which is {}", thorn.name, name,
                                known ? "not of Reduce::min" : "none of its scalars"),
                    "declare it as a Scalar of Reduce::min");
    ids_.push_back(found->id);
    for (const Task& task : program_.tasks)
      if (std::find(task.scalars.begin(), task.scalars.end(), found->id) != task.scalars.end())
        check(task);
  }

  std::vector<int> take() { return std::move(ids_); }

 private:
  void check(const Task& task) {
    if (task.bin != Bin::analysis)
      return report(fmt::format("{} limits the step, but it is not of Analysis", task.name),
                    "reduce the limit in a task of Analysis");
    for (const Binding& b : task.bindings) {
      const bool derived = program_.fields[std::size_t(b.field)].role == Role::derived;
      if (!b.writes && b.level == 0 && !derived && !is_stencil(b.radius)) continue;
      const char* how = is_stencil(b.radius) ? " with a stencil"
                        : derived            ? ", which is derived"
                                             : "";
      return report(fmt::format("{} limits the step, but it {} {}{}", task.name,
                                b.writes ? "writes" : "reads", declared_text(b), how),
                    "compute the limit from current levels of evolved or auxiliary fields at the "
                    "point");
    }
  }

  void report(std::string message, std::string help) {
    problems_.push_back({.slug = "schedule/step-limit",
                         .message = std::move(message),
                         .notes = {"fields are evaluated between steps, each point separately"},
                         .help = std::move(help)});
  }

  const Program& program_;
  std::vector<Problem>& problems_;
  std::vector<int> ids_;
};

}  // namespace

std::vector<int> limit_scalars(const Program& program, const std::vector<ThornDeclaration>& thorns,
                               std::vector<Problem>& problems) {
  LimitScalars scalars(program, problems);
  for (const ThornDeclaration& thorn : thorns)
    for (const StepLimitDeclaration& limit : thorn.step_limits)
      if (!limit.function) scalars.add(thorn, limit.name);
  return scalars.take();
}

}  // namespace cardon
