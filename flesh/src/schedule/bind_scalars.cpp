// SPDX-License-Identifier: Apache-2.0
#include "schedule/bind_scalars.hpp"

#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

struct NamedScalar {
  int id = 0;
  std::string declared;  // as the thorn calls it
};

/// All components of one that has them; none for one that nobody declares.
std::vector<NamedScalar> find_scalars(ScheduleBuilder& builder, const ActiveTask& active,
                                      const char* verb, const std::string& use) {
  const QualifiedName name = qualify(use, *active.thorn);
  const std::string prefix = use.substr(0, use.size() - name.name.size());
  std::vector<NamedScalar> found;
  for (const ScalarInfo& s : builder.scalars)
    if (s.thorn == name.thorn && (s.name == name.name || s.group == name.name))
      found.push_back({s.id, prefix + s.name});
  if (found.empty()) {
    builder.report(unknown_scalar(builder, active, verb, use));
    builder.complete = false;
  }
  return found;
}

}  // namespace

void bind_scalars(ScheduleBuilder& builder, ActiveTask& active) {
  const TaskDeclaration& declaration = *active.declaration;
  Task& task = active.task;
  for (const std::string& name : declaration.reduces)
    for (const NamedScalar& s : find_scalars(builder, active, "reduces", name))
      task.scalars.push_back(s.id);
  for (const ScalarUse& use : declaration.scalars)
    for (const NamedScalar& s : find_scalars(builder, active, "reads", use.name))
      task.reads_scalars.push_back({s.id, use.lag, s.declared});
  for (const ScalarUse& use : declaration.sets)
    for (const NamedScalar& s : find_scalars(builder, active, "writes", use.name)) {
      const int slot = use.is_rate ? builder.scalar_slots.rhs_of(s.id) : s.id;
      task.sets.push_back({slot, use.is_rate, s.declared});
    }
}

}  // namespace cardon
