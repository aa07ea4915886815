// SPDX-License-Identifier: Apache-2.0
#include "check/stencil_probe.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "check/index_probe.hpp"
#include "check/missing_writes.hpp"
#include "check/probe_findings.hpp"
#include "check/reduction_probe.hpp"
#include "check/scalar_probe.hpp"
#include "check/task_probe.hpp"

namespace cardon {
namespace {

constexpr int trials = 3;
// Where a stencil seems too wide: a limiter may hide what it reads, and a task may read further at
// faces and at the points next to them, up to three directions with two faces each.
constexpr int max_trials = trials + 2 * 6;
constexpr int trials_for_gaps = 16;  // in what is written
// Where nothing was written: a task may write at a few points only.
constexpr int trials_for_writes = 61;
using Places = std::vector<std::size_t>;

void add_once(std::vector<Index3>& list, const Index3& offset) {
  if (std::find(list.begin(), list.end(), offset) == list.end()) list.push_back(offset);
}

bool within(const Index3& offset, const Index3& radius) {
  for (int d = 0; d < 3; ++d)
    if (std::abs(offset[d]) > radius[d]) return false;
  return true;
}

/// A write that nothing was seen of. Who reads what it writes may leave it alone.
bool is_missing(const SlotFindings& f) { return f.writes && !f.reads && f.never_written; }

/// Looks at one task with the values and the point of one trial.
class Examination {
 public:
  Examination(TaskProbe& probe, TaskFindings& findings) : probe_(probe), findings_(findings) {}

  void examine() {
    if (look_for_strayed_writes()) return;
    normal_ = probe_.run();
    findings_.impure = probe_.run() != normal_;
    if (findings_.impure) return;  // dependences would be seen everywhere
    findings_.knows_storage = findings_.knows_storage || probe_.run_beyond_faces() != normal_;
    findings_.knows_region = findings_.knows_region || differs_in_region();
    probe_.take_refusals_as_outcomes();
    look_at_written();
    look_outside();
    look_inside();
  }

  /// Whether what was written nowhere is so here, too.
  void look_for_writes() {
    for (std::size_t s = 0; s < probe_.slots().size(); ++s) {
      SlotFindings& f = findings_.slots[s];
      if (is_missing(f)) f.never_written = probe_.leaves_alone(probe_.slots()[s]);
    }
  }

  /// Whether what has been left alone at some points is so with values that may occur, too.
  void look_for_gaps() {
    for (std::size_t s = 0; s < probe_.slots().size(); ++s) {
      SlotFindings& f = findings_.slots[s];
      if (f.left_alone && !f.left_alone_at_plain_values)
        f.left_alone_at_plain_values = probe_.leaves_alone(probe_.slots()[s]);
    }
  }

 private:
  bool look_for_strayed_writes() {
    const Places places = probe_.strayed();
    for (const std::size_t place : places)
      for (std::size_t s = 0; s < probe_.slots().size(); ++s) {
        const auto& slot = probe_.slots()[s];
        const bool mine = place >= slot.start && place < slot.start + probe_.offsets().size();
        if (mine) add_once(findings_.slots[s].strayed, probe_.offset(slot, place));
      }
    return !places.empty();
  }

  /// Not where the task refuses the values of the points beside.
  bool differs_in_region() {
    try {
      const TaskProbe::Outcome among_others = probe_.run_in_region();
      return !std::equal(among_others.begin(), among_others.end(), normal_.begin());
    } catch (const Error& error) {
      if (is_about_declaration(error)) throw;
      return false;
    }
  }

  void look_at_written() {
    for (std::size_t s = 0; s < probe_.slots().size(); ++s) {
      const auto& slot = probe_.slots()[s];
      if (!slot.writes) continue;
      const std::size_t centre = probe_.place(slot, {0, 0, 0});
      const bool untouched = probe_.leaves_alone(slot);
      SlotFindings& f = findings_.slots[s];
      f.never_written = f.never_written && untouched;
      if (slot.reads) continue;
      f.left_alone = f.left_alone || untouched;
      if (!untouched) f.reads_own_write = f.reads_own_write || probe_.depends({centre}, normal_);
    }
  }

  /// One call with everything poisoned that must not matter; only if it does the offsets are
  /// searched.
  void look_outside() {
    std::vector<Places> outside(probe_.slots().size());
    Places all;
    for (std::size_t s = 0; s < outside.size(); ++s) {
      const auto& slot = probe_.slots()[s];
      for (const Index3& offset : probe_.offsets())
        if (!within(offset, slot.radius)) outside[s].push_back(probe_.place(slot, offset));
      all.insert(all.end(), outside[s].begin(), outside[s].end());
    }
    if (!probe_.depends(all, normal_)) return;
    for (std::size_t s = 0; s < outside.size(); ++s) search(s, outside[s]);
  }

  /// Halves the places until single ones are left.
  void search(std::size_t s, const Places& places) {
    if (places.empty() || !probe_.depends(places, normal_)) return;
    if (places.size() == 1) {
      add_once(findings_.slots[s].beyond, probe_.offset(probe_.slots()[s], places[0]));
      return;
    }
    const auto middle = places.begin() + std::ptrdiff_t(places.size() / 2);
    search(s, Places(places.begin(), middle));
    search(s, Places(middle, places.end()));
  }

  void look_inside() {
    for (std::size_t s = 0; s < probe_.slots().size(); ++s) {
      const auto& slot = probe_.slots()[s];
      if (!slot.reads) continue;
      SlotFindings& f = findings_.slots[s];
      f.used_at_all = f.used_at_all || probe_.depends({probe_.place(slot, {0, 0, 0})}, normal_);
      for (int d = 0; d < 3; ++d)
        for (int r = slot.radius[d]; r > f.used[d]; --r)
          if (probe_.depends(shell(slot, d, r), normal_)) {
            f.used[d] = r;
            f.used_at_all = true;
          }
    }
  }

  /// Places of the declared stencil that are r points away in direction d.
  Places shell(const TaskProbe::Slot& slot, int d, int r) const {
    Places places;
    for (const Index3& offset : probe_.offsets())
      if (std::abs(offset[d]) == r && within(offset, slot.radius))
        places.push_back(probe_.place(slot, offset));
    return places;
  }

  TaskProbe& probe_;
  TaskFindings& findings_;
  TaskProbe::Outcome normal_;
};

bool looks_too_wide(const TaskFindings& findings) {
  return std::any_of(findings.slots.begin(), findings.slots.end(),
                     [](const SlotFindings& f) { return f.reads && f.used != f.declared; });
}

bool leaves_gaps(const TaskFindings& findings) {
  return !findings.impure &&
         std::any_of(findings.slots.begin(), findings.slots.end(),
                     [](const SlotFindings& f) { return f.left_alone && !f.never_written; });
}

bool misses_writes(const TaskFindings& findings) {
  return !findings.impure && !findings.at_face &&
         std::any_of(findings.slots.begin(), findings.slots.end(), is_missing);
}

/// What depends on more than it declares may depend on indices only because of that.
bool does_as_declared(const TaskFindings& findings) {
  return !findings.impure && !findings.knows_storage && !findings.knows_region &&
         std::all_of(findings.slots.begin(), findings.slots.end(), [](const SlotFindings& f) {
           return f.beyond.empty() && f.strayed.empty() && !f.reads_own_write;
         });
}

void compare_scalars(const TaskProbe& probe, const ParameterSet& parameters,
                     TaskFindings& findings) {
  std::set<std::string> declared;
  for (const int id : findings.task->scalars)
    declared.insert(findings.program->scalars[std::size_t(id)].full_name());
  for (const std::string& name : probe.reduced())
    if (!declared.count(name)) findings.undeclared_scalars.push_back(name);
  for (const std::string& name : declared)
    if (!probe.reduced().count(name)) findings.unreduced_scalars.push_back(name);
  // A task may reduce on one plane only, say.
  findings.unreduced_scalars = never_reduced(*findings.program, parameters, *findings.task,
                                             std::move(findings.unreduced_scalars));
}

TaskFindings examine(const Program& program, const ParameterSet& parameters, const Task& task,
                     const FaceLayer& face = {}) {
  TaskFindings findings;
  findings.task = &task;
  findings.program = &program;
  findings.at_face = face.direction >= 0;
  TaskProbe probe(program, parameters, task, {4, 4, 4}, face);
  for (const TaskProbe::Slot& slot : probe.slots())
    findings.slots.push_back({slot.binding, slot.reads, slot.writes, slot.radius});
  Examination examination(probe, findings);
  const auto goes_on = [&](int trial) {
    return trial < trials || (trial < max_trials && looks_too_wide(findings));
  };
  std::optional<Error> refusal;
  bool has_run = false;
  for (int trial = 0; goes_on(trial) && !findings.impure; ++trial) {
    probe.arrange(trial);
    try {
      examination.examine();
      has_run = true;
    } catch (const Error& error) {
      if (is_about_declaration(error)) throw;
      refusal.emplace(error);
    }
  }
  if (!has_run && refusal) throw Error(*refusal);
  for (int trial = 0; trial < trials_for_gaps && leaves_gaps(findings); ++trial) {
    probe.arrange(TaskProbe::first_scattered + trial);
    examination.look_for_gaps();
  }
  for (int trial = 0; trial < trials_for_writes && misses_writes(findings); ++trial) {
    probe.arrange(TaskProbe::first_scattered + trial);
    probe.take_refusals_as_outcomes();
    examination.look_for_writes();
  }
  compare_scalars(probe, parameters, findings);
  if (!findings.at_face && does_as_declared(findings))
    findings.knows_index = depends_on_index(program, parameters, task);
  return findings;
}

}  // namespace

StencilProbe probe_task(const Program& program, const ParameterSet& parameters, const Task& task) {
  StencilProbe result;
  try {
    const TaskFindings findings = examine(program, parameters, task);
    append_errors(findings, result.problems);
    append_warnings(findings, result.warnings);
  } catch (const Error& error) {
    const auto& thrown = error.problems();
    result.problems.insert(result.problems.end(), thrown.begin(), thrown.end());
  }
  return result;
}

namespace {

/// The errors of a boundary that a thorn declares, each once.
void probe_face(const Program& program, const ParameterSet& parameters, const Task& task,
                const FaceLayer& face, std::vector<Problem>& problems) {
  std::vector<Problem> found;
  try {
    append_errors(examine(program, parameters, task, face), found);
  } catch (const Error& error) {
    found = error.problems();
  }
  for (const Problem& problem : found)
    if (std::none_of(problems.begin(), problems.end(), [&](const Problem& told) {
          return told.slug == problem.slug && told.message.substr(0, task.name.size()) == task.name;
        }))
      problems.push_back(problem);
}

void probe_faces(const Program& program, const ParameterSet& parameters, StencilProbe& result) {
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (const bool upper : {false, true})
      for (const int depth : {0, -1})
        if (const int number = program.face_task[d][upper ? 1 : 0]; number >= 0)
          probe_face(program, parameters, program.face_tasks[std::size_t(number)],
                     {d, upper, depth}, result.problems);
  append_unfilled(program, parameters, result.problems, result.warnings);
}

}  // namespace

StencilProbe probe_stencils(const Program& program, const ParameterSet& parameters) {
  StencilProbe result;
  std::set<std::pair<std::string, TaskFunction>> seen;  // stages of an integrator call one function
  for (const Task& task : program.tasks) {
    if (task.kind != Task::compute || !task.function) continue;
    if (!seen.emplace(task.plain_name(), task.function).second) continue;
    const StencilProbe found = probe_task(program, parameters, task);
    result.problems.insert(result.problems.end(), found.problems.begin(), found.problems.end());
    result.warnings.insert(result.warnings.end(), found.warnings.begin(), found.warnings.end());
  }
  probe_faces(program, parameters, result);
  probe_scalar_tasks(program, parameters, result);
  return result;
}

}  // namespace cardon
