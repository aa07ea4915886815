// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

// "reads and writes", "reads", "writes"
const char* verb(const Binding& b) {
  return b.reads && b.writes ? "reads and writes" : b.reads ? "reads" : "writes";
}

void check_level(ScheduleBuilder& builder, const ActiveTask& task, const Binding& b) {
  const Bin bin = task.task.bin;
  std::string rule;
  if (b.declared_level == FieldRef::rhs_level && bin != Bin::evolve_rhs)
    rule = "right-hand sides exist only in EvolveRhs";
  else if (b.declared_level == FieldRef::next_level && bin != Bin::evolve)
    rule = "next levels exist only in Evolve; afterwards the next level is the current one";
  else if (b.declared_level > 0 && b.writes && bin != Bin::initial)
    rule = "past levels are written only in Initial; later they hold earlier current levels";
  if (rule.empty()) return;
  builder.report({.slug = "schedule/wrong-level",
                  .message = fmt::format("{} {} {} in {}", task.full_name(), verb(b),
                                         declared_text(b), bin_name(bin)),
                  .notes = {rule},
                  .help = "move the task to that bin, or name another level"});
  builder.complete = false;
}

// Results must not depend on the order in which points are computed.
void check_in_place(ScheduleBuilder& builder, const ActiveTask& task) {
  std::set<std::string> reported;
  for (const Binding& read : task.task.bindings) {
    if (!read.reads || !is_stencil(read.radius)) continue;
    for (const Binding& written : task.task.bindings) {
      if (!written.writes || written.field != read.field || written.level != read.level) continue;
      if (!reported.insert(builder.fields[read.field].group).second) continue;
      builder.report(
          {.slug = "schedule/in-place-stencil",
           .message =
               fmt::format("{} reads {} with stencil {} and writes it in place", task.full_name(),
                           declared_text(read), radius_text(read.radius, builder.grid.dimensions)),
           .notes = {"the result would depend on the order in which points are computed"},
           .help = fmt::format("write another field, or next({})", read.declared)});
    }
  }
}

// An implicit part that couples points would need a solver over the grid.
void check_implicit(ScheduleBuilder& builder, const ActiveTask& task) {
  if (task.task.bin != Bin::implicit) return;
  for (const Binding& b : builder.distinct_uses(task.task))
    if (b.reads && is_stencil(b.radius))
      builder.report(
          {.slug = "schedule/implicit-stencil",
           .message = fmt::format("{} in Implicit reads {} with stencil {}", task.full_name(),
                                  declared_text(b), radius_text(b.radius, builder.grid.dimensions)),
           .notes = {"implicit parts are solved at each point separately"},
           .help = "move what needs neighbours to a task of EvolveRhs"});
}

void check_every(ScheduleBuilder& builder, const ActiveTask& task) {
  const Bin bin = task.task.bin;
  if (task.task.every < 1) {
    builder.report(
        {.slug = "schedule/every",
         .message = fmt::format("{} runs every {} steps", task.full_name(), task.task.every),
         .help = "give .every() a number of steps above 0"});
  } else if (task.task.every > 1 && bin == Bin::implicit) {
    builder.report({.slug = "schedule/every",
                    .message = fmt::format("{} in Implicit runs every {} steps", task.full_name(),
                                           task.task.every),
                    .notes = {"the integrator needs its solution in every stage"},
                    .help = "remove .every()"});
  } else if (task.task.every > 1 && (bin == Bin::initial || only_looks(bin))) {
    builder.report(
        {.slug = "schedule/every",
         .message = fmt::format("{} runs every {} steps, but {} is not part of every step",
                                task.full_name(), task.task.every, bin_name(bin)),
         .notes = {bin == Bin::analysis ? "Analysis tasks run when an output needs them"
                                        : fmt::format("{} tasks run once", bin_name(bin))},
         .help = "remove .every()"});
  }
}

const ActiveTask* writer_outside_analysis(const ScheduleBuilder& builder, int field) {
  for (const ActiveTask& task : builder.tasks) {
    if (task.task.bin == Bin::analysis) continue;
    for (const Binding& b : task.task.bindings) {
      if (b.writes && b.field == field) return &task;
    }
  }
  return nullptr;
}

// Analysis runs only for outputs.
void check_analysis(ScheduleBuilder& builder, const ActiveTask& task) {
  if (task.task.bin != Bin::analysis) return;
  for (const Binding& b : builder.distinct_uses(task.task)) {
    const ActiveTask* writer = writer_outside_analysis(builder, b.field);
    const bool evolved = builder.fields[b.field].role == Role::evolved;
    if (!b.writes || (!evolved && !writer)) continue;
    builder.report({.slug = "schedule/analysis-writes",
                    .message = fmt::format("{} {} {} in Analysis", task.full_name(), verb(b),
                                           declared_text(b)),
                    .notes = {evolved ? b.declared + " is evolved"
                                      : fmt::format("{} writes {} in {}", writer->full_name(),
                                                    b.declared, bin_name(writer->task.bin)),
                              "Analysis tasks run only when an output needs them, and outputs must "
                              "not change the answer"},
                    .help = "write a derived field, or move the task to PostStep"});
  }
}

// Terminate comes after the last outputs and the last checkpoint.
void check_terminate(ScheduleBuilder& builder, const ActiveTask& task) {
  if (task.task.bin != Bin::terminate) return;
  for (const Binding& b : builder.distinct_uses(task.task)) {
    if (!b.writes) continue;
    builder.report({.slug = "schedule/terminate-writes",
                    .message = fmt::format("{} {} {} in Terminate", task.full_name(), verb(b),
                                           declared_text(b)),
                    .notes = {"Terminate tasks run after the last outputs and the last checkpoint, "
                              "so what they write would be lost"},
                    .help = "reduce scalars, which are written to summary.json, or write the field "
                            "in Analysis"});
  }
}

}  // namespace

void check_tasks(ScheduleBuilder& builder) {
  for (const ActiveTask& task : builder.tasks) {
    for (const Binding& b : builder.distinct_uses(task.task)) check_level(builder, task, b);
    check_in_place(builder, task);
    check_every(builder, task);
    check_implicit(builder, task);
    check_analysis(builder, task);
    check_terminate(builder, task);
  }
}

}  // namespace cardon
