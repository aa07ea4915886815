// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// What a thorn is doing on one thread at this moment, for a thread that watches it.
struct RunningTask {
  const char* name = nullptr;  ///< of a task or step limit; null: nothing. Lives as long as that
  long iteration = 0;          ///< below 0: before the first one
  long call = 0;               ///< another number for each call
};

/// The calls of one thread.
class TaskCalls;
/// Those of the calling thread; they live as long as it does.
const TaskCalls& calls_of_this_thread();
/// By any thread.
RunningTask running_task(const TaskCalls& calls);

/// From now on a task that ends the process, by exit or a signal, is named on the error stream. Is
/// done with the first task; to be called before several threads begin to load thorns.
void watch_ends_of_tasks();

}  // namespace cardon
