// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

#include "fields/field_table.hpp"
#include "schedule/schedule_input.hpp"

namespace cardon {

/// A declared task with its thorn.
struct DeclaredTask {
  const ThornDeclaration* thorn = nullptr;
  const TaskDeclaration* declaration = nullptr;
  /// "WaveToy::evolve"
  std::string full_name() const { return thorn->name + "::" + declaration->name; }
};

/// A task whose conditions hold. Its `task` has bindings, but is not yet placed in a bin or stage.
struct ActiveTask : DeclaredTask {
  Task task;
};

/// A task whose conditions do not hold, and why.
struct IdleTask : DeclaredTask {
  std::string reason;  ///< "runs only when order = 4 (now 2)"
};

/// What the passes of build_program share.
struct ScheduleBuilder {
  const ScheduleInput& input;
  std::vector<Problem>& problems;
  FieldTable fields;
  std::vector<ScalarInfo> scalars;
  FieldTable scalar_slots;        ///< the slots of Program::scalar_slots
  std::vector<ActiveTask> tasks;  ///< in the order of activation and declaration
  std::vector<IdleTask> idle;
  Grid grid;
  std::vector<Task> face_tasks;  ///< as in Program
  int face_task[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  /// False as soon as a problem was found that makes others look wrong that are not: what nobody
  /// writes, for example, is not worth reporting where a name could not be resolved.
  bool complete = true;

  /// The uses of a task for checks in which all components of a vector or tensor are alike: only
  /// the first of each.
  std::vector<Binding> distinct_uses(const Task& task) const;
  void report(Problem problem) { problems.push_back(std::move(problem)); }
  /// The domain has faces: not all directions are periodic.
  bool has_faces() const;
  /// Some face has a boundary of the kind evolution.
  bool has_evolving_face() const;
};

}  // namespace cardon
