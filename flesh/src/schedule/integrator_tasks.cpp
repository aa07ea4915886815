// SPDX-License-Identifier: Apache-2.0
#include "schedule/integrator_tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "schedule/passes.hpp"

namespace cardon {
namespace {

/// Positions in builder.tasks of those that write the right-hand side of the field.
std::vector<std::size_t> rate_writers(const ScheduleBuilder& builder, int field) {
  std::vector<std::size_t> found;
  for (std::size_t n = 0; n < builder.tasks.size(); ++n) {
    const std::vector<Binding>& bindings = builder.tasks[n].task.bindings;
    if (std::ranges::any_of(bindings, [&](const Binding& b) {
          return b.writes && builder.fields.advanced_by(b.field) == field;
        }))
      found.push_back(n);
  }
  return found;
}

Region integrated_region(const ScheduleBuilder& builder, const GridFunction& f,
                         const std::vector<std::size_t>& writers) {
  if (f.has_boundary && builder.has_evolving_face()) return Region::integrated;
  const bool leaves_faces = std::ranges::any_of(writers, [&](std::size_t n) {
    return region_of(builder, builder.tasks[n]) == Region::interior;
  });
  return f.has_boundary || leaves_faces ? Region::interior : Region::everywhere;
}

class CombineBuilder {
 public:
  explicit CombineBuilder(FieldTable& fields) : fields_(fields) { task_.kind = Task::combine; }

  void update(int field, const StageUpdate& update) {
    Combination combination;
    combination.target = at(field, update.target);
    for (const StageUpdate::Term& term : update.terms) {
      combination.terms.push_back({at(field, term.source), term.factor, false});
      read(combination.terms.back().field);
    }
    if (update.rhs_factor != 0) {
      combination.terms.push_back({fields_.rhs_of(field), update.rhs_factor, true});
      read(combination.terms.back().field);
    }
    binding(combination.target).writes = true;
    task_.combinations.push_back(std::move(combination));
  }

  Task take() { return std::move(task_); }

 private:
  int at(int field, int number) { return number == 0 ? field : fields_.register_of(field, number); }

  void read(int field) {
    Binding& b = binding(field);
    b.reads = b.reads || !b.writes;
  }

  Binding& binding(int field) {
    auto& bindings = task_.bindings;
    const auto found = std::find_if(bindings.begin(), bindings.end(),
                                    [&](const Binding& b) { return b.field == field; });
    if (found != bindings.end()) return *found;
    Binding& b = bindings.emplace_back();
    b.field = field;
    b.declared = fields_[field].name;
    return b;
  }

  FieldTable& fields_;
  Task task_;
};

}  // namespace

std::vector<int> integrated_fields(const ScheduleBuilder& builder, Region region) {
  std::vector<int> found;
  for (const GridFunction& f : builder.fields.all()) {
    const std::vector<std::size_t> writers = rate_writers(builder, f.id);
    if (!writers.empty() && integrated_region(builder, f, writers) == region) found.push_back(f.id);
  }
  return found;
}

std::vector<IntegratedGroup> integrated_groups(const ScheduleBuilder& builder) {
  std::vector<IntegratedGroup> groups;
  for (const Region region : {Region::interior, Region::integrated, Region::everywhere}) {
    std::vector<std::pair<std::vector<std::size_t>, std::size_t>> known;  // writers, group
    for (const int field : integrated_fields(builder, region)) {
      const std::vector<std::size_t> writers = rate_writers(builder, field);
      auto found = std::ranges::find(known, writers, &decltype(known)::value_type::first);
      if (found == known.end()) {
        found = known.insert(found, {writers, groups.size()});
        groups.push_back({region, {}});
      }
      groups[found->second].fields.push_back(field);
    }
  }
  return groups;
}

std::string group_name(const ScheduleBuilder& builder, const IntegratedGroup& group,
                       std::size_t groups) {
  if (groups == 1) return builder.input.integrator;
  std::vector<std::string> names;
  for (const int field : group.fields)
    if (const std::string& name = builder.fields[field].group;
        std::ranges::find(names, name) == names.end())
      names.push_back(name);
  return fmt::format("{} of {}", builder.input.integrator, fmt::join(names, ", "));
}

Task combine_task(const std::vector<StageUpdate>& updates, const std::vector<int>& integrated,
                  FieldTable& fields) {
  CombineBuilder builder(fields);
  for (const int field : integrated) {
    for (const StageUpdate& update : updates) builder.update(field, update);
  }
  return builder.take();
}

std::string stage_mark(int stage, std::size_t stages) {
  return fmt::format("[{}/{}]", stage, stages);
}

}  // namespace cardon
