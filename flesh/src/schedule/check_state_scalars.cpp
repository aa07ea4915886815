// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

std::string set_text(const ScalarWrite& set) {
  return level_text(set.declared, set.is_rate ? FieldRef::rhs_level : 0);
}

/// The scalar that is set, or whose time derivative is.
const ScalarInfo& scalar_of(const ScheduleBuilder& builder, const ScalarWrite& set) {
  const int id = set.is_rate ? builder.scalar_slots.advanced_by(set.slot) : set.slot;
  return builder.scalars[std::size_t(id)];
}

// What a task that sets scalars may do besides.
class SetterCheck {
 public:
  SetterCheck(ScheduleBuilder& builder, const ActiveTask& task) : builder_(builder), task_(task) {}

  void run() {
    check_company();
    for (const ScalarWrite& set : task_.task.sets) check(set);
  }

 private:
  void check_company() {
    const Task& task = task_.task;
    std::string other;
    if (!task.bindings.empty())
      other = fmt::format("{} the field {}", task.bindings[0].writes ? "writes" : "reads",
                          task.bindings[0].declared);
    else if (!task.scalars.empty())
      other = "reduces " + builder_.scalars[std::size_t(task.scalars[0])].name;
    if (other.empty()) return;
    wrong("schedule/scalar-task",
          fmt::format("{} sets the scalar {} and {}", task_.full_name(), set_text(task.sets[0]),
                      other),
          "a task that sets scalars runs once for the whole grid, not at points",
          "give scalars a task of their own; a scalar that another task reduces provides what it "
          "needs of a field");
  }

  void check(const ScalarWrite& set) {
    const ScalarInfo& scalar = scalar_of(builder_, set);
    const std::string does = fmt::format("{} sets {}", task_.full_name(), set_text(set));
    const Bin bin = task_.task.bin;
    if (!scalar.is_state)
      wrong("schedule/scalar-task", does + ", which is reduced from the grid", "",
            fmt::format("declare {} without a reduction", scalar.group));
    else if (set.is_rate && !scalar.evolved)
      wrong("schedule/not-evolved", does + ", but the scalar is not evolved", "",
            fmt::format("declare {} as an evolved scalar", scalar.group));
    else if (set.is_rate && bin != Bin::evolve_rhs)
      wrong("schedule/wrong-level", fmt::format("{} in {}", does, bin_name(bin)),
            "right-hand sides exist only in EvolveRhs", "move the task to that bin");
    else if (set.is_rate && task_.task.every > 1)
      wrong("schedule/every", fmt::format("{} every {} steps", does, task_.task.every),
            "the integrator needs it in every step", "remove .every()");
    else if (bin == Bin::analysis)
      wrong("schedule/analysis-writes", does + " in Analysis",
            "Analysis tasks run only when an output needs them, and outputs must not change the "
            "answer",
            "move the task to PostStep");
    else if (bin == Bin::terminate)
      wrong("schedule/terminate-writes", does + " in Terminate",
            "Terminate tasks run after the last outputs and the last checkpoint, so what they set "
            "would be lost",
            "move the task to PostStep, or reduce the scalar in Terminate");
  }

  void wrong(std::string slug, std::string message, std::string note, std::string help) {
    Problem problem{.slug = std::move(slug), .message = std::move(message)};
    if (!note.empty()) problem.notes = {std::move(note)};
    problem.help = std::move(help);
    builder_.report(std::move(problem));
    builder_.complete = false;
  }

  ScheduleBuilder& builder_;
  const ActiveTask& task_;
};

void check_reads(ScheduleBuilder& builder, const ActiveTask& task) {
  for (const ScalarUse& use : task.declaration->scalars)
    if (use.is_rate)
      builder.report({.slug = "schedule/scalar-task",
                      .message = fmt::format("{} reads rhs({})", task.full_name(), use.name),
                      .notes = {"time derivatives of scalars are for the integrator only"},
                      .help = "keep the value in a scalar of its own"});
}

// Whether each scalar has its task.
class StateCheck {
 public:
  StateCheck(ScheduleBuilder& builder, const ScalarInfo& scalar)
      : builder_(builder), scalar_(scalar) {}

  void run() {
    check_single();
    const std::vector<const ActiveTask*> rates = setters(Bin::evolve_rhs, true);
    if (!scalar_.evolved) return check_set();
    if (rates.empty()) return no_right_hand_side();
    if (builder_.input.integrator.empty()) no_integrator(*rates.front());
  }

 private:
  std::vector<const ActiveTask*> setters(Bin bin, bool rate) const {
    std::vector<const ActiveTask*> found;
    for (const ActiveTask& task : builder_.tasks)
      for (const ScalarWrite& set : task.task.sets)
        if (task.task.bin == bin && set.is_rate == rate &&
            scalar_of(builder_, set).id == scalar_.id)
          found.push_back(&task);
    return found;
  }

  void check_single() {
    for (const Bin bin : {Initial, PreStep, Evolve, EvolveRhs, Implicit, PostStep})
      for (const bool rate : {false, true})
        if (const auto tasks = setters(bin, rate); tasks.size() > 1)
          builder_.report(
              {.slug = "schedule/scalar-twice",
               .message = fmt::format("{} is set by {} and by {} in {}",
                                      level_text(scalar_.name, rate ? FieldRef::rhs_level : 0),
                                      tasks[0]->full_name(), tasks[1]->full_name(), bin_name(bin)),
               .help = "set it in one task, or declare a scalar for each"});
  }

  void check_set() {
    for (const Bin bin : {Initial, PreStep, Evolve, EvolveRhs, Implicit, PostStep})
      if (!setters(bin, false).empty()) return;
    builder_.report(
        {.slug = "schedule/never-computed",
         .message = fmt::format("{} is a scalar, but no task sets it", scalar_.full_name()),
         .notes = idle_setters(),
         .help = fmt::format("write {} in a task, or declare it with a reduction", scalar_.group)});
  }

  void no_right_hand_side() {
    builder_.report(
        {.slug = "schedule/no-right-hand-side",
         .message = fmt::format("{} is evolved, but no task advances it", scalar_.full_name()),
         .notes = idle_setters(),
         .help = fmt::format("write rhs({0}) in a task of EvolveRhs, or declare {0} as a "
                             "scalar that is not evolved",
                             scalar_.group)});
  }

  void no_integrator(const ActiveTask& task) {
    builder_.report(
        {.slug = "schedule/no-integrator",
         .message = fmt::format("{} has a right-hand side, but no integrator is active",
                                scalar_.full_name()),
         .notes = {fmt::format("rhs({}) is written by {}", scalar_.group, task.full_name())},
         .help = "name one in time.integrator: cardon list services"});
    builder_.complete = false;
  }

  // Tasks that would set the scalar if their conditions held.
  std::vector<std::string> idle_setters() const {
    std::vector<std::string> notes;
    for (const IdleTask& idle : builder_.idle)
      for (const ScalarUse& use : idle.declaration->sets) {
        const QualifiedName name = qualify(use.name, *idle.thorn);
        if (name.thorn == scalar_.thorn &&
            (name.name == scalar_.group || name.name == scalar_.name))
          notes.push_back(
              fmt::format("{} sets {}, but {}", idle.full_name(), use.name, idle.reason));
      }
    return notes;
  }

  ScheduleBuilder& builder_;
  const ScalarInfo& scalar_;
};

}  // namespace

void check_state_scalars(ScheduleBuilder& builder) {
  for (const ActiveTask& task : builder.tasks) {
    if (!task.task.sets.empty()) SetterCheck(builder, task).run();
    check_reads(builder, task);
  }
  if (!builder.complete) return;
  std::string told;  // one message for all components
  for (const ScalarInfo& scalar : builder.scalars) {
    const std::string group = scalar.thorn + "::" + scalar.group;
    const std::size_t before = builder.problems.size();
    if (scalar.is_state && group != told) StateCheck(builder, scalar).run();
    if (builder.problems.size() > before) told = group;
  }
}

}  // namespace cardon
