// SPDX-License-Identifier: Apache-2.0
// Time as all ranks of a host share it.
#pragma once
#include <time.h>

#include <cerrno>
#include <cstdint>

namespace cardon {

/// A time since the host was started (CLOCK_MONOTONIC), or a duration.
using Nanoseconds = std::int64_t;

constexpr Nanoseconds nanoseconds_per_second = 1'000'000'000;

inline Nanoseconds now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return Nanoseconds{time.tv_sec} * nanoseconds_per_second + time.tv_nsec;
}

/// Returns at once if the time has passed.
inline void sleep_until(Nanoseconds when) {
  const timespec time{.tv_sec = static_cast<time_t>(when / nanoseconds_per_second),
                      .tv_nsec = long(when % nanoseconds_per_second)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {
  }
}

}  // namespace cardon
