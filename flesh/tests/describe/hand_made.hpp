// SPDX-License-Identifier: Apache-2.0
// Programs that no schedule has made or checked, for tests of how they are described.
#pragma once
#include <cardon/services/program.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// A program to which fields, scalars and tasks are added one by one. All are of the thorn Wave.
struct HandMade {
  int field(const std::string& name, const std::string& group = "",
            const std::string& thorn = "Wave") {
    GridFunction f;
    f.id = int(program.fields.size());
    f.name = name;
    f.thorn = thorn;
    f.group = group.empty() ? name : group;
    program.fields.push_back(f);
    return f.id;
  }
  int scalar(const std::string& name, bool is_state = false) {
    ScalarInfo s;
    s.id = int(program.scalars.size());
    s.name = name;
    s.thorn = "Wave";
    s.is_state = is_state;
    program.scalars.push_back(s);
    return s.id;
  }
  /// Adds a task to a list such as Program::step; its name is that of the thorn and `name`.
  void add(std::vector<int> Program::*list, const std::string& name, Bin bin, Task task = {}) {
    task.id = int(program.tasks.size());
    task.name = "Wave::" + name;
    task.bin = bin;
    program.tasks.push_back(std::move(task));
    (program.*list).push_back(program.tasks.back().id);
  }
  /// Adds a task of scalars to a step, before the task with this index.
  void add_scalar_task(std::size_t position, const std::string& name, Task task = {}) {
    task.name = "Wave::" + name;
    task.bin = Bin::post_step;
    program.step_scalars.push_back({position, std::move(task)});
  }

  Program program;
};

inline Binding read_of(int field, const std::string& declared, int level = 0,
                       const Index3& radius = {0, 0, 0}) {
  return {.field = field,
          .level = level,
          .reads = true,
          .radius = radius,
          .declared = declared,
          .declared_level = level};
}

inline Binding write_of(int field, const std::string& declared, int level = 0) {
  return {.field = field,
          .level = level,
          .writes = true,
          .declared = declared,
          .declared_level = level};
}

inline Task reader(int scalar, int lag = 0) {
  Task task;
  task.reads_scalars = {{.scalar = scalar, .lag = lag, .declared = "total"}};
  return task;
}

inline Task reducer(std::vector<int> scalars) {
  Task task;
  task.scalars = std::move(scalars);
  return task;
}

}  // namespace cardon
