// SPDX-License-Identifier: Apache-2.0
#include "random_schedule.hpp"

#include <algorithm>
#include <string>

namespace cardon::plan {

void RandomSchedule::make() {
  case_.reach = random_.between(1, 2);
  make_fields();
  std::vector<int> initial = initial_tasks();
  make_step_tasks();
  case_.steps.push_back(std::move(initial));
  const int steps = random_.between(1, 10);
  for (int step = 1; step <= steps; ++step) case_.steps.push_back(choose_tasks(step));
}

void RandomSchedule::make_fields() {
  const int fields = random_.between(1, 4);
  for (int field = 0; field < fields; ++field) {
    case_.declarations.fields.push_back("f" + std::to_string(field));
    rotating_.push_back(random_.chance(50));
    case_.oldest.push_back(rotating_.back() ? random_.between(0, 2) : 0);
  }
  next_written_.assign(fields, false);
}

int RandomSchedule::declare(TaskDecl task) {
  const int number = int(case_.declarations.tasks.size());
  task.name = (task.partial  ? "boundary"
               : task.rotate ? "rotate"
                             : "task") +
              std::to_string(number);
  for (const Read& read : task.reads) {
    if (!task.partial) case_.largest_radius = std::max(case_.largest_radius, read.radius[0]);
  }
  case_.declarations.tasks.push_back(std::move(task));
  return number;
}

void RandomSchedule::add_reads(TaskDecl& task, int max_reads) {
  if (readable_.empty()) return;
  const int reads = random_.between(0, max_reads);
  for (int i = 0; i < reads; ++i) {
    const int radius = random_.chance(40) ? 0 : random_.between(1, 3);
    task.reads.push_back({random_.pick(readable_), {radius, 0, 0}});
  }
}

std::vector<int> RandomSchedule::initial_tasks() {
  std::vector<int> tasks;
  for (int field = 0; field < int(case_.oldest.size()); ++field) {
    for (int level = 0; level <= case_.oldest[field]; ++level) {
      TaskDecl task;
      if (random_.chance(30)) add_reads(task, 2);
      task.writes = {{field, level}};
      tasks.push_back(declare(task));
      readable_.push_back({field, level});
      if (random_.chance(20)) add_boundary({field, level}, nullptr, &tasks);
    }
  }
  return tasks;
}

void RandomSchedule::add_boundary(const Slot& slot, std::vector<Entry>* entries,
                                  std::vector<int>* tasks) {
  TaskDecl task;
  task.partial = true;
  task.writes = {slot};
  if (random_.chance(80)) task.reads.push_back({slot, {case_.reach, 0, 0}});
  if (random_.chance(30)) task.reads.push_back({random_.pick(readable_), {case_.reach, 0, 0}});
  const int number = declare(task);
  if (tasks) tasks->push_back(number);
  if (entries) entries->push_back({number, 0, entries->back().task});
}

void RandomSchedule::make_step_tasks() {
  const int tasks = random_.between(1, 5);
  const int after = random_.chance(40) ? 1 : 0;
  for (int i = after; i < tasks; ++i) add_step_task(false);
  for (int field = 0; field < int(rotating_.size()); ++field) {
    if (rotates(field) && !next_written_[field]) add_next(field);
  }
  add_rotation();
  for (int i = 0; i < after; ++i) add_step_task(true);
}

Slot RandomSchedule::choose_write(bool after_rotation) {
  const int field = random_.between(0, int(rotating_.size()) - 1);
  const bool next = rotates(field) && !after_rotation && random_.chance(85);
  return {field, next ? Slot::next_level : 0};
}

void RandomSchedule::add_step_task(bool after_rotation) {
  TaskDecl task;
  add_reads(task, 3);
  task.writes.push_back(choose_write(after_rotation));
  const Slot second = choose_write(after_rotation);
  if (random_.chance(25) && second != task.writes[0]) task.writes.push_back(second);
  bool first_of_next = false;
  for (const Slot& slot : task.writes) {
    const bool written = std::find(readable_.begin(), readable_.end(), slot) != readable_.end();
    if (!written) first_of_next = true;
    if (written && random_.chance(25)) task.reads.push_back({slot, {random_.between(0, 3), 0, 0}});
  }
  if (random_.chance(5)) task.writes.clear();  // an analysis
  if (first_of_next && task.writes.empty()) first_of_next = false;
  const int every = first_of_next || random_.chance(60) ? 1
                    : random_.chance(60)                ? random_.between(2, 4)
                                                        : 0;
  const std::vector<Slot> writes = task.writes;
  entries_.push_back({declare(std::move(task)), every});
  for (const Slot& slot : writes) {
    if (std::find(readable_.begin(), readable_.end(), slot) == readable_.end())
      readable_.push_back(slot);
    if (slot.level == Slot::next_level) next_written_[slot.field] = true;
  }
  if (!writes.empty() && random_.chance(30)) add_boundary(random_.pick(writes), &entries_, nullptr);
}

void RandomSchedule::add_next(int field) {
  TaskDecl task;
  add_reads(task, 3);
  task.writes = {{field, Slot::next_level}};
  const Slot slot = task.writes[0];
  entries_.push_back({declare(std::move(task)), 1});
  readable_.push_back(slot);
  if (random_.chance(30)) add_boundary(slot, &entries_, nullptr);
}

void RandomSchedule::add_rotation() {
  TaskDecl task;
  task.rotate = true;
  for (int field = 0; field < int(rotating_.size()); ++field) {
    if (rotates(field)) task.rotates.push_back(field);
  }
  std::erase_if(readable_, [](const Slot& slot) { return slot.level == Slot::next_level; });
  if (!task.rotates.empty()) entries_.push_back({declare(std::move(task)), 1});
}

std::vector<int> RandomSchedule::choose_tasks(int step) {
  std::vector<int> tasks;
  for (const Entry& entry : entries_) {
    const bool runs = entry.follows >= 0
                          ? std::find(tasks.begin(), tasks.end(), entry.follows) != tasks.end()
                      : entry.every > 0 ? step % entry.every == 0
                                        : random_.chance(50);
    if (runs) tasks.push_back(entry.task);
  }
  return tasks;
}

}  // namespace cardon::plan
