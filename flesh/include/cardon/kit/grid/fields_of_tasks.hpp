// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <set>
#include <vector>

namespace cardon {

/// The fields that any of these tasks reads or writes, in the order of the program; the arrays of
/// others never take memory.
inline std::vector<GridFunction> fields_of_tasks(const Program& program,
                                                 const std::set<int>& tasks) {
  std::set<int> ids;
  for (const int task : tasks)
    for (const Binding& b : program.tasks[std::size_t(task)].bindings) ids.insert(b.field);
  std::vector<GridFunction> fields;
  for (const int id : ids) fields.push_back(program.fields[std::size_t(id)]);
  return fields;
}

/// The fields of the initial tasks and of those of a step, without what only outputs need.
inline std::vector<GridFunction> fields_of_steps(const Program& program) {
  std::set<int> tasks(program.initial.begin(), program.initial.end());
  tasks.insert(program.step.begin(), program.step.end());
  return fields_of_tasks(program, tasks);
}

/// The fields of every run of the program: also those of the tasks after the last step.
inline std::vector<GridFunction> fields_of_run(const Program& program) {
  std::set<int> tasks(program.initial.begin(), program.initial.end());
  tasks.insert(program.step.begin(), program.step.end());
  tasks.insert(program.terminate.begin(), program.terminate.end());
  return fields_of_tasks(program, tasks);
}

}  // namespace cardon
