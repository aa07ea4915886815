// SPDX-License-Identifier: Apache-2.0
#include "schedule/analysis.hpp"

#include <algorithm>
#include <set>

namespace cardon {
namespace {

bool writes_one_of(const Task& task, const std::set<int>& fields) {
  return std::any_of(task.bindings.begin(), task.bindings.end(),
                     [&](const Binding& b) { return b.writes && fields.count(b.field); });
}

bool reduces_one_of(const Task& task, const std::set<int>& scalars) {
  return std::any_of(task.scalars.begin(), task.scalars.end(),
                     [&](int s) { return scalars.count(s) > 0; });
}

}  // namespace

std::vector<int> analysis_tasks(const Program& program,
                                const std::vector<const GridFunction*>& fields,
                                const std::vector<const ScalarInfo*>& scalars) {
  std::set<int> wanted_fields, wanted_scalars, needed;
  for (const GridFunction* f : fields) wanted_fields.insert(f->id);
  for (const ScalarInfo* s : scalars) wanted_scalars.insert(s->id);
  std::size_t before = 0;
  do {
    before = needed.size();
    for (const int id : program.analysis) {
      const Task& task = program.tasks[std::size_t(id)];
      if (!writes_one_of(task, wanted_fields) && !reduces_one_of(task, wanted_scalars)) continue;
      needed.insert(id);
      for (const Binding& b : task.bindings) {
        if (b.reads) wanted_fields.insert(b.field);
      }
    }
  } while (needed.size() > before);
  std::vector<int> ordered;
  std::copy_if(program.analysis.begin(), program.analysis.end(), std::back_inserter(ordered),
               [&](int id) { return needed.count(id) > 0; });
  return ordered;
}

std::vector<int> last_tasks(const Program& program) {
  std::vector<const GridFunction*> read;
  for (const int id : program.terminate)
    for (const Binding& b : program.tasks[std::size_t(id)].bindings)
      if (b.reads) read.push_back(&program.fields[std::size_t(b.field)]);
  std::vector<int> tasks = analysis_tasks(program, read, {});
  tasks.insert(tasks.end(), program.terminate.begin(), program.terminate.end());
  return tasks;
}

}  // namespace cardon
