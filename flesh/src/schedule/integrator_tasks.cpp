// SPDX-License-Identifier: Apache-2.0
#include "schedule/integrator_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

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
