// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "grid/running_task.hpp"

namespace cardon {

/// A thread that notices that a task does not return on the thread that makes this. It counts its
/// own looks, so that the time for which the process was stopped, or the host asleep, does not
/// count.
class TaskWatch {
 public:
  using Call = std::function<void(const RunningTask& task, double seconds)>;
  /// After so many seconds in the same call of a task; 0: never.
  struct Limit {
    double seconds = 0;
    Call reached;  ///< once for each call, on the thread
  };
  /// Throws std::system_error where the system refuses a thread.
  TaskWatch(Limit first, Limit second);
  TaskWatch(const TaskWatch&) = delete;
  TaskWatch& operator=(const TaskWatch&) = delete;
  ~TaskWatch();

 private:
  void watch();
  bool is_over(double seconds);

  Limit first_, second_;
  const TaskCalls& calls_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace cardon
