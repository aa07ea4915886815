// SPDX-License-Identifier: Apache-2.0
// How threads of a team wait for each other.
#pragma once
#include <atomic>
#include <chrono>

namespace cardon::spin {

// How long a thread looks for a change before it sleeps: about as long as it takes to wake it up.
inline constexpr std::chrono::microseconds patience{50};
inline constexpr int looks_per_clock = 64;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Returns when arrived(number); whoever changes it notifies. `patient`: there is a core for each
/// thread, so that looking costs nobody anything.
template <class Condition>
void await(const std::atomic<int>& number, bool patient, const Condition& arrived) {
  if (arrived(number.load(std::memory_order_acquire))) return;
  const auto start = std::chrono::steady_clock::now();
  while (patient && std::chrono::steady_clock::now() - start < patience)
    for (int n = 0; n < looks_per_clock; ++n) {
      if (arrived(number.load(std::memory_order_acquire))) return;
      relax();
    }
  for (int now = number; !arrived(now); now = number) number.wait(now);
}

}  // namespace cardon::spin
