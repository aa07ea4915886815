// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <time.h>

namespace cardon {

/// Seconds for which the calling thread has held a processor. It stands still while the thread
/// sleeps and while something else has the core.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace cardon
