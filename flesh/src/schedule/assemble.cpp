// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "schedule/boundary_tasks.hpp"
#include "schedule/integrator_tasks.hpp"
#include "schedule/passes.hpp"
#include "schedule/rate_task.hpp"
#include "schedule/waiting_boundaries.hpp"

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
  explicit Assembler(ScheduleBuilder& builder) : builder_(builder), fields_(builder.fields) {
    program_.grid = builder.grid;
    program_.scalars = builder.scalars;
    versions_.assign(builder.scalars.size(), 0);
    program_.face_tasks = builder.face_tasks;
    for (int d = 0; d < 3; ++d) std::copy_n(builder.face_task[d], 2, program_.face_task[d]);
  }

  Program assemble(const std::vector<std::vector<int>>& order) {
    const auto run = [&](Bin bin, const Place& place, std::vector<int>& list) {
      for (const int task : order[std::size_t(bin)])
        instance(builder_.tasks[std::size_t(task)], place, list);
    };
    run(Initial, {0, 0, 0}, program_.initial);
    waiting_.report_left(builder_);
    versions_.assign(builder_.scalars.size(), 0);
    run(PreStep, {0, 0, 0}, program_.step);
    run(Evolve, {0, 0, 0}, program_.step);
    const std::vector<Stage>& stages = builder_.input.stages;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const bool estimates = s + 1 == stages.size() && builder_.input.ends_with_estimate();
      every_ = estimates ? builder_.input.error_every : 1;
      const Real after = s + 1 < stages.size() ? stages[s + 1].time : 1;
      run(EvolveRhs, {int(s) + 1, stages[s].time, stages[s].time}, program_.step);
      const Place at_end{int(s) + 1, stages[s].time, after};
      combine_scalars(stages[s].updates, at_end);
      fill_rates({int(s) + 1, stages[s].time, stages[s].time});
      combine(stages[s].updates, at_end);
      if (stages[s].implicit == 0) continue;
      implicit_fraction_ = stages[s].implicit;
      run(Implicit, {int(s) + 1, after, after}, program_.step);
      combine_scalars(stages[s].after_implicit, {int(s) + 1, after, after});
      combine(stages[s].after_implicit, {int(s) + 1, after, after});
    }
    every_ = 1;
    waiting_.report_left(builder_);
    rotate();
    run(PostStep, {0, 1, 1}, program_.step);
    run(Analysis, {0, 1, 1}, program_.analysis);
    run(Terminate, {0, 1, 1}, program_.terminate);
    note_estimates();
    program_.fields = fields_.all();
    program_.scalar_slots = builder_.scalar_slots.size();
    return std::move(program_);
  }

 private:
  void add(Task task, std::vector<int>& list) {
    task.every = std::lcm(task.every, every_);
    task.id = int(program_.tasks.size());
    list.push_back(task.id);
    program_.tasks.push_back(std::move(task));
  }

  std::string marked(const std::string& name, int stage) const {
    return stage == 0 ? name : name + " " + stage_mark(stage, builder_.input.stages.size());
  }

  void instance(const ActiveTask& active, const Place& place, std::vector<int>& list) {
    Task task = active.task;
    task.name = marked(active.full_name(), place.stage);
    task.stage = place.stage;
    task.region = region_of(builder_, active);
    task.time_fraction = place.reads_at;
    if (task.bin == Bin::implicit) task.implicit_fraction = implicit_fraction_;
    note_versions(task);
    if (!task.sets.empty()) return add_scalar_task(std::move(task), list);
    const Task written = task;
    waiting_.check_reads(builder_, task);
    add(std::move(task), list);
    fill_boundaries(written, place, list);
  }

  // How often what it reads has been set by now.
  void note_versions(Task& task) const {
    for (ScalarRead& read : task.reads_scalars)
      read.version =
          only_looks(task.bin) ? ScalarRead::last_version : versions_[std::size_t(read.scalar)];
  }

  void add_scalar_task(Task task, const std::vector<int>& list) {
    for (const ScalarWrite& set : task.sets)
      if (!set.is_rate) ++versions_[std::size_t(set.slot)];
    task.every = std::lcm(task.every, every_);
    auto& tasks = task.bin == Bin::initial ? program_.initial_scalars : program_.step_scalars;
    tasks.push_back({list.size(), std::move(task)});
  }

  // The same updates as for fields, with slots in place of grid functions.
  void combine_scalars(const std::vector<StageUpdate>& updates, const Place& place) {
    std::vector<int> evolved;
    for (const ScalarInfo& scalar : builder_.scalars)
      if (scalar.evolved) evolved.push_back(scalar.id);
    if (evolved.empty() || updates.empty()) return;
    Task task = combine_task(updates, evolved, builder_.scalar_slots);
    task.bindings.clear();
    task.name = marked(builder_.input.integrator, place.stage);
    task.bin = Bin::evolve_rhs;
    task.stage = place.stage;
    task.time_fraction = place.reads_at;
    for (const Combination& combination : task.combinations)
      if (const auto slot = std::size_t(combination.target); slot < builder_.scalars.size())
        task.sets.push_back({combination.target, false, builder_.scalars[slot].name});
    add_scalar_task(std::move(task), program_.step);
  }

  void fill_boundaries(const Task& writer, const Place& place, std::vector<int>& list) {
    const auto may_fill = [&](const std::set<int>& fields, int level) {
      const bool more_to_come = std::any_of(
          fields.begin(), fields.end(), [&](int field) { return combined_later_.count(field); });
      return !more_to_come && waiting_.complete(fields, level, writer);
    };
    waiting_.note(writer);
    for (Task& task : boundary_tasks(builder_, fields_, writer, place.writes_at, may_fill)) {
      task.name = marked(task.name, place.stage);
      note_versions(task);
      add(std::move(task), list);
    }
  }

  void fill_rates(const Place& place) {
    auto task = rate_task(builder_, fields_, integrated_fields(builder_, Region::integrated));
    if (!task) return;
    task->name = marked(task->name, place.stage);
    task->bin = Bin::evolve_rhs;
    task->stage = place.stage;
    task->time_fraction = place.reads_at;
    add(std::move(*task), program_.step);
  }

  void combine(const std::vector<StageUpdate>& updates, const Place& place) {
    if (updates.empty()) return;
    const std::vector<IntegratedGroup> groups = integrated_groups(builder_);
    for (const IntegratedGroup& group : groups)
      combined_later_.insert(group.fields.begin(), group.fields.end());
    for (const IntegratedGroup& group : groups) {
      for (const int field : group.fields) combined_later_.erase(field);
      Task task = combine_task(updates, group.fields, fields_);
      task.name = marked(group_name(builder_, group, groups.size()), place.stage);
      task.bin = Bin::evolve_rhs;
      task.stage = place.stage;
      task.region = group.region;
      task.time_fraction = place.reads_at;
      const Task written = task;
      add(std::move(task), program_.step);
      fill_boundaries(written, place, program_.step);
    }
  }

  void note_estimates() {
    const int number = builder_.input.error_register;
    if (number == 0) return;
    for (const Region region : {Region::interior, Region::integrated, Region::everywhere})
      for (const int field : integrated_fields(builder_, region))
        program_.estimates.push_back({field, fields_.register_of(field, number), region});
    for (const ScalarInfo& scalar : builder_.scalars)
      if (scalar.evolved)
        program_.scalar_estimates.push_back(
            {scalar.id, builder_.scalar_slots.register_of(scalar.id, number)});
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
    waiting_.rotate();
    if (!task.fields.empty()) add(std::move(task), program_.step);
  }

  ScheduleBuilder& builder_;
  FieldTable fields_;  // grows by right-hand sides and registers
  Program program_;
  WaitingBoundaries waiting_;
  Real implicit_fraction_ = 0;    // of the running stage
  int every_ = 1;                 // the running stage takes part in steps 0, n, 2n, ...
  std::set<int> combined_later_;  // fields that the running stage is yet to advance
  std::vector<int> versions_;     // of scalars: how many times they have been set so far
};

}  // namespace

Program assemble(ScheduleBuilder& builder, const std::vector<std::vector<int>>& order) {
  return Assembler(builder).assemble(order);
}

}  // namespace cardon
