// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// What a thorn is doing in this process at this moment, for a thread that watches it.
struct RunningTask {
  const char* name = nullptr;  ///< of a task or step limit; null: nothing. Lives as long as that
  long iteration = 0;          ///< below 0: before the first one
  long call = 0;               ///< another number for each call
};
RunningTask running_task();

}  // namespace cardon
