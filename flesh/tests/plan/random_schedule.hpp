// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "random_case.hpp"
#include "random_numbers.hpp"

namespace cardon::plan {

/// Fills in the schedule of a random case: 1 to 4 fields with 1 to 3 time levels, initial tasks, 1
/// to 5 tasks per step (in place, pointwise, of radius up to 3, every n steps or on a condition,
/// before and after the rotation), boundary tasks and 1 to 10 steps. It never reads what was never
/// written.
class RandomSchedule {
 public:
  RandomSchedule(RandomCase& into, RandomNumbers& random) : case_(into), random_(random) {}
  void make();

 private:
  struct Entry {
    int task;
    int every;         // runs in steps that this divides; 0: at random
    int follows = -1;  // boundary task: runs when that task runs
  };
  void make_fields();
  std::vector<int> initial_tasks();
  void make_step_tasks();
  void add_step_task(bool after_rotation);
  void add_next(int field);
  void add_boundary(const Slot& slot, std::vector<Entry>* entries, std::vector<int>* tasks);
  void add_rotation();
  Slot choose_write(bool after_rotation);
  void add_reads(TaskDecl& task, int max_reads);
  int declare(TaskDecl task);
  std::vector<int> choose_tasks(int step);
  bool rotates(int field) const { return rotating_[field]; }

  RandomCase& case_;
  RandomNumbers& random_;
  std::vector<bool> rotating_;      // per field
  std::vector<bool> next_written_;  // per field, in this step so far
  std::vector<Slot> readable_;
  std::vector<Entry> entries_;  // the tasks of a step in order
};

}  // namespace cardon::plan
