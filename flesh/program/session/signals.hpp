// SPDX-License-Identifier: Apache-2.0
// What schedulers, terminals and people send to a run.
#pragma once
#include <array>
#include <csignal>
#include <string>

namespace cardon {

/// While one lives in the process, SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGUSR1 and SIGUSR2 are a wish
/// to stop, and the first of them is only noted. A second SIGTERM or SIGINT, a second or more after
/// the first one, ends the process at once, as it would without Cardon. (Launchers may send the
/// same signal twice at once: to the group of processes and to each of them. The system repeats
/// SIGXCPU.) SIGPIPE and SIGXFSZ are ignored: what could not be written is an error of that write.
/// So is SIGHUP where it was before, by `nohup`.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// The first signal that came; 0: none.
  static int caught();

  static constexpr std::array wishes{SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2};
  /// Whether this process was started with SIGHUP ignored, and has left it so.
  static bool ignores_hangup();
};

}  // namespace cardon
