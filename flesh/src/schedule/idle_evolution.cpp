// SPDX-License-Identifier: Apache-2.0
#include "schedule/idle_evolution.hpp"

#include <fmt/format.h>

#include "fields/level_text.hpp"
#include "schedule/conditions.hpp"

namespace cardon {
namespace {

std::vector<std::string> evolved_by(const TaskDeclaration& task) {
  std::vector<std::string> words;
  for (const FieldUse& use : task.writes)
    if (use.level == FieldRef::rhs_level || use.level == FieldRef::next_level)
      words.push_back("writes " + level_text(use.name, use.level));
  for (const ScalarUse& use : task.sets)
    if (use.is_rate) words.push_back("sets " + level_text(use.name, FieldRef::rhs_level));
  return words;
}

}  // namespace

std::vector<IdleEvolution> idle_evolution(const std::vector<ThornDeclaration>& thorns,
                                          const ParameterLookup& parameter) {
  std::vector<IdleEvolution> found;
  for (const ThornDeclaration& thorn : thorns)
    for (const TaskDeclaration& task : thorn.tasks) {
      const DeclaredTask declared{&thorn, &task};
      const Condition* unmet = unmet_condition(declared, parameter);
      if (unmet == nullptr) continue;
      const std::string why = reason_to_idle(declared, parameter).value_or("");
      for (const std::string& what : evolved_by(task))
        found.push_back({thorn.name, unmet->parameter,
                         fmt::format("{} {}, but {}", declared.full_name(), what, why)});
    }
  return found;
}

}  // namespace cardon
