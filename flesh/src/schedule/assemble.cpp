// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "schedule/integrator_tasks.hpp"
#include "schedule/passes.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

// Where an instance of a task stands: its stage and the time of what it reads and writes, in steps
// from the start.
struct Place {
  int stage = 0;
  Real reads_at = 0;
  Real writes_at = 0;  // level 0
};

class Assembler {
 public:
  explicit Assembler(const Draft& draft) : draft_(draft), fields_(draft.fields) {
    program_.grid = draft.grid;
    program_.scalars = draft.scalars;
  }

  Program assemble(const std::vector<std::vector<int>>& order) {
    const auto run = [&](Bin bin, const Place& place, std::vector<int>& list) {
      for (const int task : order[static_cast<std::size_t>(bin)])
        instance(draft_.tasks[static_cast<std::size_t>(task)], place, list);
    };
    run(Initial, {0, 0, 0}, program_.initial);
    run(PreStep, {0, 0, 0}, program_.step);
    run(Evolve, {0, 0, 0}, program_.step);
    const std::vector<Stage>& stages = draft_.input.stages;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const Real after = s + 1 < stages.size() ? stages[s + 1].time : 1;
      run(EvolveRhs, {static_cast<int>(s) + 1, stages[s].time, stages[s].time}, program_.step);
      combine(stages[s], {static_cast<int>(s) + 1, stages[s].time, after});
    }
    rotate();
    run(PostStep, {0, 1, 1}, program_.step);
    run(Analysis, {0, 1, 1}, program_.analysis);
    program_.fields = fields_.all();
    return std::move(program_);
  }

 private:
  void add(Task task, std::vector<int>& list) {
    task.id = static_cast<int>(program_.tasks.size());
    list.push_back(task.id);
    program_.tasks.push_back(std::move(task));
  }

  std::string marked(const std::string& name, int stage) const {
    return stage == 0 ? name : name + " " + stage_mark(stage, draft_.input.stages.size());
  }

  void instance(const ActiveTask& active, const Place& place, std::vector<int>& list) {
    Task task = active.task;
    task.name = marked(active.full_name(), place.stage);
    task.stage = place.stage;
    task.region = region_of(draft_, active);
    task.time_fraction = place.reads_at;
    std::vector<std::pair<int, int>> filled;  // level, field
    for (const Binding& b : task.bindings) {
      if (needs_boundary(draft_, active, b)) filled.emplace_back(b.level, b.field);
    }
    const Task written = task;
    add(std::move(task), list);
    fill_boundaries(written, std::move(filled), place, list);
  }

  // One boundary task per level that the task writes.
  void fill_boundaries(const Task& writer, std::vector<std::pair<int, int>> filled,
                       const Place& place, std::vector<int>& list) {
    std::stable_sort(filled.begin(), filled.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < filled.size();) {
      const int level = filled[i].first;
      std::vector<int> fields;
      for (; i < filled.size() && filled[i].first == level; ++i) {
        if (std::find(fields.begin(), fields.end(), filled[i].second) == fields.end())
          fields.push_back(filled[i].second);
      }
      boundary(writer, fields, level, place, list);
    }
  }

  void boundary(const Task& writer, const std::vector<int>& fields, int level, const Place& place,
                std::vector<int>& list) {
    Task task;
    task.kind = Task::boundary;
    if (!choose_faces(writer, level, task)) return;
    task.name = marked("boundary of " + group_names(fields, level), place.stage);
    task.thorn = fields_[fields[0]].thorn;
    task.fields = fields;
    task.level = level;
    task.bin = writer.bin;
    task.stage = place.stage;
    task.every = writer.every;
    task.time_fraction = level == FieldRef::next_level ? 1 : place.writes_at - level;
    const bool needs_old = level == FieldRef::next_level && draft_.has_face_with_memory();
    for (const int field : fields) {
      bind(task, field, level, true);
      if (needs_old) bind(task, field, 0, false);
    }
    add(std::move(task), list);
  }

  // A boundary that needs the old level has it only where the next one is filled. Elsewhere it is
  // left alone where the task itself has computed the boundary points.
  bool choose_faces(const Task& writer, int level, Task& task) const {
    bool any = false;
    for (int d = 0; d < program_.grid.dimensions; ++d) {
      for (int side = 0; side < 2; ++side) {
        const Boundary* service = draft_.input.faces[d][side];
        task.faces[d][side] =
            service && (!service->needs_old_level() || level == FieldRef::next_level ||
                        writer.region == Region::interior);
        any = any || task.faces[d][side];
      }
    }
    return any;
  }

  void bind(Task& task, int field, int level, bool writes) const {
    Binding b;
    b.field = field;
    b.level = b.declared_level = level;
    b.reads = true;  // boundaries read further inside
    b.writes = writes;
    b.declared = fields_[field].name;
    task.bindings.push_back(std::move(b));
  }

  std::string group_names(const std::vector<int>& fields, int level) const {
    std::vector<std::string> names;
    for (const int field : fields) {
      const GridFunction& f = fields_[field];
      std::string name = level_text(f.thorn + "::" + f.group, level);
      if (names.empty() || names.back() != name) names.push_back(std::move(name));
    }
    return fmt::format("{}", fmt::join(names, ", "));
  }

  // Fields that the integrator advances, those first that leave boundary points to a boundary.
  std::vector<int> integrated(Region region) const {
    std::vector<int> found;
    for (const GridFunction& f : draft_.fields.all()) {
      bool has_rhs = false;
      Region where = f.has_boundary ? Region::interior : Region::everywhere;
      for (const ActiveTask& task : draft_.tasks) {
        for (const Binding& b : task.task.bindings) {
          if (!b.writes || draft_.fields.advanced_by(b.field) != f.id) continue;
          has_rhs = true;
          if (region_of(draft_, task) == Region::interior) where = Region::interior;
        }
      }
      if (has_rhs && where == region) found.push_back(f.id);
    }
    return found;
  }

  void combine(const Stage& stage, const Place& place) {
    for (const Region region : {Region::interior, Region::everywhere}) {
      const std::vector<int> fields = integrated(region);
      if (fields.empty() || stage.updates.empty()) continue;
      Task task = combine_task(stage, fields, fields_);
      task.name = marked(draft_.input.integrator, place.stage);
      task.bin = Bin::evolve_rhs;
      task.stage = place.stage;
      task.region = region;
      task.time_fraction = place.reads_at;
      const Task written = task;
      add(std::move(task), program_.step);
      fill_boundaries(written, states_with_boundary(written), place, program_.step);
    }
  }

  std::vector<std::pair<int, int>> states_with_boundary(const Task& combine) const {
    std::vector<std::pair<int, int>> filled;
    for (const Binding& b : combine.bindings) {
      if (b.writes && fields_[b.field].has_boundary && draft_.has_faces())
        filled.emplace_back(0, b.field);
    }
    return filled;
  }

  void rotate() {
    Task task;
    task.kind = Task::rotate;
    task.name = "rotate levels";
    task.bin = Bin::evolve;
    task.time_fraction = 1;
    for (const GridFunction& f : fields_.all()) {
      if (f.has_next) task.fields.push_back(f.id);
    }
    if (!task.fields.empty()) add(std::move(task), program_.step);
  }

  const Draft& draft_;
  FieldTable fields_;  // grows by right-hand sides and registers
  Program program_;
};

}  // namespace

Program assemble(const Draft& draft, const std::vector<std::vector<int>>& order) {
  return Assembler(draft).assemble(order);
}

}  // namespace cardon
