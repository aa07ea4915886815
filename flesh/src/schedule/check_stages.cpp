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
    }
    const auto& last = stages.back().updates;
    const bool finishes =
        std::any_of(last.begin(), last.end(), [](const StageUpdate& u) { return u.target == 0; });
    if (!finishes) wrong("does not write register 0, the new state, in its last stage");
  }

 private:
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
