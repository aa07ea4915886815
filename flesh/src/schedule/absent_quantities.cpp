// SPDX-License-Identifier: Apache-2.0
#include "schedule/absent_quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "fields/level_text.hpp"
#include "fields/tensor_components.hpp"
#include "schedule/conditions.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

/// What a task that does not run would compute.
struct IdleResult {
  QualifiedName name;
  std::string reason;
};

std::vector<std::string> names_of(const FieldDeclaration& field) {
  std::vector<std::string> names = {field.name};
  for (const TensorComponent& component : tensor_components(field.tensor))
    if (!component.suffix.empty())
      names.push_back(fmt::format("{}{}", field.name, component.suffix));
  return names;
}

std::vector<std::string> names_of(const ScalarDeclaration& scalar) {
  std::vector<std::string> names = {scalar.name};
  for (int n = 0; n < scalar.parts; ++n) names.push_back(fmt::format("{}_{}", scalar.name, n));
  return names;
}

class AbsentFinder {
 public:
  AbsentFinder(const std::vector<ThornDeclaration>& thorns, const ParameterLookup& parameter,
               const Grid& grid) {
    for (const ThornDeclaration& thorn : thorns) {
      for (const TaskDeclaration& task : thorn.tasks) look_at({&thorn, &task}, parameter);
      for (const TaskDeclaration& boundary : thorn.boundaries)
        if (has_face(grid, DeclaredTask{&thorn, &boundary}.full_name())) note_uses(thorn, boundary);
    }
  }

  /// Why the run lacks what has these names; empty: it does not.
  std::vector<std::string> reasons(const std::string& thorn,
                                   const std::vector<std::string>& names) const {
    std::vector<std::string> found;
    for (const std::string& name : names)
      if (used_.count({thorn, name})) return {};
    for (const IdleResult& result : idle_)
      if (result.name.thorn == thorn &&
          std::find(names.begin(), names.end(), result.name.name) != names.end())
        found.push_back(result.reason);
    return found;
  }

 private:
  static bool has_face(const Grid& grid, const std::string& boundary) {
    for (int d = 0; d < grid.dimensions; ++d)
      for (const auto& face : grid.faces[d])
        if (face.boundary == boundary) return true;
    return false;
  }

  void look_at(const DeclaredTask& task, const ParameterLookup& parameter) {
    if (const auto reason = reason_to_idle(task, parameter))
      note_results(task, *reason);
    else
      note_uses(*task.thorn, *task.declaration);
  }

  void note_uses(const ThornDeclaration& thorn, const TaskDeclaration& task) {
    for (const FieldUse& use : task.reads) note_use(thorn, use.name);
    for (const FieldUse& use : task.writes) note_use(thorn, use.name);
    for (const std::string& name : task.reduces) note_use(thorn, name);
    for (const ScalarUse& use : task.scalars) note_use(thorn, use.name);
    for (const ScalarUse& use : task.sets) note_use(thorn, use.name);
  }

  void note_use(const ThornDeclaration& thorn, const std::string& name) {
    const QualifiedName qualified = qualify(name, thorn);
    used_.insert({qualified.thorn, qualified.name});
  }

  void note_results(const DeclaredTask& task, const std::string& reason) {
    const auto note = [&](const char* verb, const std::string& name, int level) {
      idle_.push_back(
          {qualify(name, *task.thorn), fmt::format("{} {} {}, but {}", task.full_name(), verb,
                                                   level_text(name, level), reason)});
    };
    for (const FieldUse& use : task.declaration->writes) note("writes", use.name, use.level);
    for (const std::string& name : task.declaration->reduces) note("reduces", name, 0);
    for (const ScalarUse& use : task.declaration->sets)
      note("sets", use.name, use.is_rate ? FieldRef::rhs_level : 0);
  }

  std::set<std::pair<std::string, std::string>> used_;  // thorn, name
  std::vector<IdleResult> idle_;
};

class AbsentRemover {
 public:
  explicit AbsentRemover(const AbsentFinder& finder) : finder_(finder) {}

  void remove_from(ThornDeclaration& thorn) {
    std::erase_if(thorn.fields, [&](const FieldDeclaration& field) {
      return field.role != Role::auxiliary && is_absent(thorn, field);
    });
    std::erase_if(thorn.scalars,
                  [&](const ScalarDeclaration& scalar) { return is_absent(thorn, scalar); });
    std::erase_if(thorn.radiations,
                  [&](const RadiationDeclaration& r) { return was_removed(thorn, r.field); });
    std::erase_if(thorn.step_limits, [&](const StepLimitDeclaration& limit) {
      return !limit.function && was_removed(thorn, limit.name);
    });
  }

  std::vector<AbsentQuantity> take() { return std::move(removed_); }

 private:
  template <class Quantity>
  bool is_absent(const ThornDeclaration& thorn, const Quantity& quantity) {
    AbsentQuantity absent{thorn.name, names_of(quantity), {}};
    absent.reasons = finder_.reasons(absent.thorn, absent.names);
    if (absent.reasons.empty()) return false;
    removed_.push_back(std::move(absent));
    return true;
  }

  bool was_removed(const ThornDeclaration& thorn, const std::string& name) const {
    return std::any_of(removed_.begin(), removed_.end(), [&](const AbsentQuantity& absent) {
      return absent.thorn == thorn.name &&
             std::find(absent.names.begin(), absent.names.end(), name) != absent.names.end();
    });
  }

  const AbsentFinder& finder_;
  std::vector<AbsentQuantity> removed_;
};

}  // namespace

std::vector<AbsentQuantity> remove_absent(std::vector<ThornDeclaration>& thorns,
                                          const ParameterLookup& parameter, const Grid& grid) {
  const AbsentFinder finder(thorns, parameter, grid);
  AbsentRemover remover(finder);
  for (ThornDeclaration& thorn : thorns) remover.remove_from(thorn);
  return remover.take();
}

}  // namespace cardon
