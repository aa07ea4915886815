// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "schedule/passes.hpp"

namespace cardon {
namespace {

class StageCheck {
 public:
  explicit StageCheck(ScheduleBuilder& builder) : builder_(builder) {}

  void check() {
    const std::vector<Stage>& stages = builder_.input.stages;
    if (stages.empty()) return wrong("has no stages");
    for (std::size_t s = 0; s < stages.size(); ++s) {
      for (const StageUpdate& update : stages[s].updates) check(update, s + 1);
      for (const StageUpdate& update : stages[s].after_implicit) check(update, s + 1);
    }
    check_implicit_tasks();
    const auto& last = stages[last_of_state()].updates;
    const bool finishes =
        std::any_of(last.begin(), last.end(), [](const StageUpdate& u) { return u.target == 0; });
    if (!finishes) wrong("does not write register 0, the new state, in its last stage");
  }

 private:
  // A stage may follow that completes the estimate of the error.
  std::size_t last_of_state() const {
    return builder_.input.stages.size() - (builder_.input.ends_with_estimate() ? 2 : 1);
  }

  void check_implicit_tasks() {
    const std::vector<Stage>& stages = builder_.input.stages;
    if (std::any_of(stages.begin(), stages.end(), [](const Stage& s) { return s.implicit != 0; }))
      return;
    for (const ActiveTask& task : builder_.tasks)
      if (task.task.bin == Bin::implicit)
        builder_.report({.slug = "schedule/no-implicit-stages",
                         .message = fmt::format("{} solves an implicit part, but the integrator {} "
                                                "is explicit",
                                                task.full_name(), builder_.input.integrator),
                         .notes = {"without it this part of the equations would be left out"},
                         .help = "set time.integrator to one with implicit stages: cardon list "
                                 "services"});
  }

  void check(const StageUpdate& update, std::size_t stage) {
    for (const StageUpdate::Term& term : update.terms) {
      if (!written_.count(term.source))
        wrong(fmt::format("reads register {} in stage {} before it writes it", term.source, stage));
    }
    if (update.target < 0)
      wrong(fmt::format("writes register {} in stage {}", update.target, stage));
    written_.insert(update.target);
  }

  void wrong(const std::string& what) {
    builder_.report(
        {.slug = "schedule/integrator",
         .message = fmt::format("the integrator {} {}", builder_.input.integrator, what),
         .notes = {"register 0 is the state, registers 1, 2, ... are scratch"},
         .help = "choose another integrator in time.integrator, or correct this one"});
    builder_.complete = false;
  }

  ScheduleBuilder& builder_;
  std::set<int> written_{0};
};

}  // namespace

void check_stages(ScheduleBuilder& builder) {
  if (!builder.input.integrator.empty()) StageCheck(builder).check();
}

}  // namespace cardon
