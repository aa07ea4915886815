// SPDX-License-Identifier: Apache-2.0
#include "check/missing_writes.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "check/probe_findings.hpp"
#include "check/task_probe.hpp"

namespace cardon {
namespace {

constexpr Index3 near{1, 1, 1};       // reads beyond the stencil are a matter of `cardon check`
constexpr int trials_by_place = 3;    // the first ones, see TaskProbe
constexpr int scattered_trials = 61;  // but for the first, only where nothing was written before
constexpr int usual_scattered_trials = 4;

bool has_levels_to_write(const Task& task) {
  return std::any_of(task.bindings.begin(), task.bindings.end(),
                     [](const Binding& b) { return b.writes && b.declared_level < 0; });
}

bool any_missing(const TaskFindings& findings) {
  return std::any_of(findings.slots.begin(), findings.slots.end(),
                     [](const SlotFindings& s) { return s.never_written; });
}

bool must_be_written(const TaskProbe::Slot& slot) {
  return slot.writes && !slot.reads && slot.binding->declared_level < 0;
}

void try_at(int trial, TaskProbe& probe, TaskFindings& findings) {
  probe.arrange(trial);
  for (std::size_t n = 0; n < findings.slots.size(); ++n) {
    SlotFindings& s = findings.slots[n];
    if (!must_be_written(probe.slots()[n])) continue;
    if (!s.never_written && !probe.has_plain_values()) continue;
    const bool untouched = probe.leaves_alone(probe.slots()[n]);
    s.never_written = s.never_written && untouched;
    s.left_alone_at_plain_values =
        s.left_alone_at_plain_values || (untouched && probe.has_plain_values());
  }
}

TaskFindings find_writes(const Program& program, const ParameterSet& parameters, const Task& task) {
  TaskFindings findings;
  findings.task = &task;
  findings.program = &program;
  TaskProbe probe(program, parameters, task, near);
  for (const TaskProbe::Slot& slot : probe.slots()) {
    SlotFindings s{.binding = slot.binding, .reads = slot.reads, .writes = slot.writes};
    s.never_written = must_be_written(slot);
    findings.slots.push_back(s);
  }
  for (int trial = 0; trial < trials_by_place && (trial == 0 || any_missing(findings)); ++trial)
    try_at(trial, probe, findings);
  for (int trial = 0;
       trial < scattered_trials && (trial < usual_scattered_trials || any_missing(findings));
       ++trial)
    try_at(TaskProbe::first_scattered + trial, probe, findings);
  return findings;
}

}  // namespace

void require_writes(const Program& program, const ParameterSet& parameters) {
  std::vector<Problem> problems;
  std::set<std::pair<std::string, TaskFunction>> seen;  // stages of an integrator call one function
  for (const Task& task : program.tasks) {
    if (task.kind != Task::compute || !task.function || !has_levels_to_write(task) ||
        !seen.emplace(plain_task_name(task), task.function).second)
      continue;
    try {
      append_errors(find_writes(program, parameters, task), problems);
    } catch (const Error&) {
      continue;  // values that do not occur may be too much for it
    }
  }
  if (!problems.empty()) throw Error(problems);
}

}  // namespace cardon
