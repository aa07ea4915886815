// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <csignal>

namespace cardon {

/// While it lives, SIGCHLD and the signals that are a wish to stop a run (SignalWatch) do nothing
/// but wait here to be taken, for a program that has nothing to do itself but to look after another
/// one; SIGPIPE is ignored. Not for programs with threads.
class SignalQueue {
 public:
  SignalQueue();
  ~SignalQueue();
  SignalQueue(const SignalQueue&) = delete;
  SignalQueue& operator=(const SignalQueue&) = delete;

  /// Waits for the next one, at most for `patience`; 0: none came.
  int next(std::chrono::nanoseconds patience) const;
  /// One that is there already; 0: none.
  int poll() const { return next({}); }
  /// In a process that is started: as it was before. Calls only what is allowed after fork().
  void restore() const;

 private:
  sigset_t taken_{}, before_{};
  struct sigaction child_before_ {
  }, pipe_before_{};
};

}  // namespace cardon
