// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/task_failures.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>

namespace cardon {

/// What a task may know of the whole grid.
void set_grid(const Grid& grid, BlockContext& context);
/// Calls the function of a task. An Error that leaves it is one of this rank alone
/// (Error::in_task). Other exceptions become Error "thorn/exception". A program that ends within
/// it, by `exit` or Fortran's `stop` or by a signal, says which task that was; `exit` leads to exit
/// code 2. Waits for serial tasks on other threads if it is one.
void call_task(const Task& task, Block& block);
/// The same in a run, for the points of a box. An Error that leaves it names the task and the
/// step. It may wait in `failures` instead; null: it does not.
void call_task(const Task& task, const BlockContext& context, const Box& box,
               const BlockStorage& storage, TaskFailures* failures);
/// The same for a step limit, called `name`; all ranks call it alike, so that an Error that leaves
/// it is one of all.
Real call_step_limit(const std::string& name, const StepLimitFunction& limit, const Block& block);

/// As long as it lives, the calling thread counts as one that runs the task, because it waits for
/// others that do.
class TaskAwaited {
 public:
  TaskAwaited(const Task& task, long iteration);
  TaskAwaited(const TaskAwaited&) = delete;
  TaskAwaited& operator=(const TaskAwaited&) = delete;
  ~TaskAwaited();

 private:
  const char* before_;
};

}  // namespace cardon
