// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "schedule/passes.hpp"
#include "schedule/texts.hpp"
#include "schedule/unknown_names.hpp"

namespace cardon {
namespace {

using Writers = std::vector<const ActiveTask*>;

Writers writers(const ScheduleBuilder& builder, int field, int declared_level, Bin bin) {
  Writers found;
  for (const ActiveTask& task : builder.tasks) {
    if (task.task.bin != bin) continue;
    for (const Binding& b : task.task.bindings) {
      const int meant =
          b.declared_level == FieldRef::rhs_level ? builder.fields.advanced_by(b.field) : b.field;
      if (b.writes && meant == field && b.declared_level == declared_level) {
        found.push_back(&task);
        break;
      }
    }
  }
  return found;
}

std::string names(const Writers& tasks) {
  std::vector<std::string> all;
  for (const ActiveTask* task : tasks) all.push_back(task->full_name());
  return joined(all);
}

// Tasks that would write the field if their conditions held.
std::vector<std::string> idle_writers(const ScheduleBuilder& builder, const GridFunction& f) {
  std::vector<std::string> notes;
  for (const IdleTask& idle : builder.idle) {
    for (const FieldUse& use : idle.declaration->writes) {
      const QualifiedName name = qualify(use.name, *idle.thorn);
      if (name.thorn != f.thorn || (name.name != f.name && name.name != f.group)) continue;
      notes.push_back(fmt::format("{} writes {}, but {}", idle.full_name(),
                                  level_text(use.name, use.level), idle.reason));
    }
  }
  return notes;
}

void no_right_hand_side(ScheduleBuilder& builder, const GridFunction& f) {
  Problem problem;
  problem.slug = "schedule/no-right-hand-side";
  problem.message = fmt::format("{} is evolved, but no task advances it", f.full_name());
  problem.notes = {fmt::format(
      "a task of EvolveRhs must write rhs({0}), or a task of Evolve next({0})", f.group)};
  for (std::string& note : idle_writers(builder, f)) problem.notes.push_back(std::move(note));
  problem.help = fmt::format(
      "write rhs({0}) or next({0}), or declare {0} as a field that is not evolved", f.group);
  builder.report(std::move(problem));
}

void advanced_twice(ScheduleBuilder& builder, const GridFunction& f, const Writers& rhs,
                    const Writers& next) {
  builder.report({.slug = "schedule/advanced-twice",
                  .message = fmt::format(
                      "{} is advanced both by the integrator and by its own tasks", f.full_name()),
                  .notes = {fmt::format("rhs({})  is written by {}", f.group, names(rhs)),
                            fmt::format("next({}) is written by {}", f.group, names(next))},
                  .help = "write one of them, or choose with .when()"});
}

void no_integrator(ScheduleBuilder& builder, const GridFunction& f, const Writers& rhs) {
  builder.report({.slug = "schedule/no-integrator",
                  .message = fmt::format("{} has a right-hand side, but no integrator is active",
                                         f.full_name()),
                  .notes = {fmt::format("rhs({}) is written by {}", f.group, names(rhs))},
                  .help = "name one in time.integrator: cardon list services"});
  builder.complete = false;
}

void past_not_kept(ScheduleBuilder& builder, const GridFunction& f) {
  builder.report(
      {.slug = "schedule/past-not-kept",
       .message =
           fmt::format("{} keeps past levels, but no task writes next({})", f.full_name(), f.group),
       .notes = {"levels move into the past when a next level becomes the current one"},
       .help = fmt::format(
           "write next({0}) in a task of Evolve, or declare {0} without .past_levels()", f.group)});
}

// Who does not run in every step leaves nothing behind in the others.
void not_every_step(ScheduleBuilder& builder, const GridFunction& f, const std::string& slot,
                    const Writers& tasks) {
  for (const ActiveTask* task : tasks) {
    if (task->task.every == 1) return;
  }
  if (tasks.empty()) return;
  builder.report(
      {.slug = "schedule/every",
       .message = fmt::format("{}({}) must be written in every step, but {} runs every {} steps",
                              slot, f.group, tasks[0]->full_name(), tasks[0]->task.every),
       .help = "remove .every()"});
}

void check_advance(ScheduleBuilder& builder, int field, bool resolved) {
  const GridFunction& f = builder.fields[field];
  const Writers rhs = writers(builder, field, FieldRef::rhs_level, Bin::evolve_rhs);
  const Writers next = writers(builder, field, FieldRef::next_level, Bin::evolve);
  builder.fields[field].has_next = !next.empty();
  not_every_step(builder, f, "rhs", rhs);
  not_every_step(builder, f, "next", next);
  if (!rhs.empty() && !next.empty()) advanced_twice(builder, f, rhs, next);
  if (!rhs.empty() && builder.input.integrator.empty()) no_integrator(builder, f, rhs);
  if (!resolved) return;
  if (f.role == Role::evolved && rhs.empty() && next.empty())
    no_right_hand_side(builder, f);
  else if (f.past > 0 && next.empty())
    past_not_kept(builder, f);
}

void check_derived(ScheduleBuilder& builder, const GridFunction& f) {
  for (const ActiveTask& task : builder.tasks) {
    for (const Binding& b : task.task.bindings) {
      if (b.field == f.id && b.writes) return;
    }
  }
  Problem problem;
  problem.slug = "schedule/never-computed";
  problem.message = fmt::format("{} is derived, but no task writes it", f.full_name());
  problem.notes = idle_writers(builder, f);
  problem.help = fmt::format("write {} in a task of Analysis", f.group);
  builder.report(std::move(problem));
}

}  // namespace

void check_fields(ScheduleBuilder& builder) {
  std::set<std::string> reported;  // one message for all components of a vector or tensor
  const bool resolved = builder.complete;
  for (int field = 0; field < builder.fields.size(); ++field) {
    const GridFunction& f = builder.fields[field];
    if (f.internal) continue;
    const auto before = std::ptrdiff_t(builder.problems.size());
    check_advance(builder, field, resolved);
    if (resolved && f.role == Role::derived) check_derived(builder, f);
    const auto repeated = [&](const Problem& p) {
      return !reported.insert(p.slug + f.thorn + "::" + f.group).second;
    };
    builder.problems.erase(
        std::remove_if(builder.problems.begin() + before, builder.problems.end(), repeated),
        builder.problems.end());
  }
}

}  // namespace cardon
