// SPDX-License-Identifier: Apache-2.0
// SIGTERM, SIGINT and SIGUSR1 as a wish to stop.
#pragma once

namespace cardon {

/// While it lives, the first of these signals is only noted; one that comes a second or more after
/// it ends the process at once, as it would without Cardon. (Launchers may send the same signal
/// twice at once: to the group of processes and to each of them.)
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// The first signal that came; 0: none.
  static int caught();
  /// "SIGTERM"
  static const char* name(int signal);
};

}  // namespace cardon
