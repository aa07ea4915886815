// SPDX-License-Identifier: Apache-2.0
#include "check/missing_writes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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

/// Initial data that are left out are NaN, which a run finds as such.
bool has_to_write(const Task& task) {
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& b) {
    return b.writes && (b.declared_level < 0 || task.bin != Bin::initial);
  });
}

bool any_missing(const TaskFindings& findings) {
  return std::any_of(findings.slots.begin(), findings.slots.end(),
                     [](const SlotFindings& s) { return s.never_written; });
}

bool must_be_written(const TaskProbe::Slot& slot) { return slot.writes && !slot.reads; }

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

// Of a field that a boundary declares to write.
struct Filling {
  bool tried = false, written = false;
};
using Fillings = std::map<int, Filling>;  // by field

/// Calls the boundary for points of one layer until it has written all it declares.
void fill_layer(const Program& program, const ParameterSet& parameters, const Task& boundary,
                const FaceLayer& layer, Fillings& fillings) {
  TaskProbe probe(program, parameters, boundary, near, layer);
  bool missing = true;
  for (int trial = 0; missing && trial < trials_by_place + scattered_trials; ++trial) {
    const int scattered = trial - trials_by_place;
    try {
      probe.arrange(scattered < 0 ? trial : TaskProbe::first_scattered + scattered);
      missing = false;
      for (const TaskProbe::Slot& slot : probe.slots()) {
        Filling& filling = fillings[slot.field];
        if (!slot.writes || filling.written) continue;
        filling.written = !probe.leaves_alone(slot);
        filling.tried = true;
        missing = missing || !filling.written;
      }
    } catch (const Error&) {
      missing = true;  // values that do not occur may be too much for it
    }
  }
}

void fill_faces(const Program& program, const ParameterSet& parameters, int number,
                Fillings& fillings) {
  constexpr int layers_outside = 2;
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (int side = 0; side < 2; ++side) {
      if (program.face_task[d][side] != number) continue;
      for (int depth = program.grid.faces[d][side].owned_layers - 1; depth >= -layers_outside;
           --depth)
        fill_layer(program, parameters, program.face_tasks[std::size_t(number)],
                   {d, side == 1, depth}, fillings);
    }
}

Problem unfilled(const Task& boundary, const std::string& field, bool component) {
  return {
      .slug = "schedule/unwritten",
      .message = fmt::format("{} declares to write {}, but does not", boundary.plain_name(), field),
      .notes = {"it was called in all layers of the faces to which it applies"},
      .help =
          component ? "write it, too" : fmt::format("write it, or remove {} from writes()", field)};
}

/// What a scalar decides is not known before the run, and a component is declared with the others.
void append_unfilled(const Program& program, const Task& boundary, const Fillings& fillings,
                     std::vector<Problem>& errors, std::vector<Problem>& warnings) {
  std::set<std::string> written, told;
  for (const auto& [field, filling] : fillings)
    if (filling.written) written.insert(program.fields[std::size_t(field)].group);
  for (const auto& [field, filling] : fillings) {
    const GridFunction& f = program.fields[std::size_t(field)];
    if (!filling.tried || filling.written) continue;
    const bool component = written.count(f.group) > 0;
    const std::string name = component ? f.name : f.group;
    if (!told.insert(name).second) continue;
    const bool certain = boundary.reads_scalars.empty() && !component;
    (certain ? errors : warnings).push_back(unfilled(boundary, name, component));
  }
}

}  // namespace

void append_unfilled(const Program& program, const ParameterSet& parameters,
                     std::vector<Problem>& errors, std::vector<Problem>& warnings) {
  for (std::size_t n = 0; n < program.face_tasks.size(); ++n) {
    Fillings fillings;
    fill_faces(program, parameters, int(n), fillings);
    append_unfilled(program, program.face_tasks[n], fillings, errors, warnings);
  }
}

void require_writes(const Program& program, const ParameterSet& parameters) {
  std::vector<Problem> problems;
  std::set<std::pair<std::string, TaskFunction>> seen;  // stages of an integrator call one function
  for (const Task& task : program.tasks) {
    if (task.kind != Task::compute || !task.function || !has_to_write(task) ||
        !seen.emplace(task.plain_name(), task.function).second)
      continue;
    try {
      append_errors(find_writes(program, parameters, task), problems);
    } catch (const Error&) {
      continue;  // values that do not occur may be too much for it
    }
  }
  std::vector<Problem> uncertain;
  append_unfilled(program, parameters, problems, uncertain);
  if (!problems.empty()) throw Error(problems);
}

}  // namespace cardon
