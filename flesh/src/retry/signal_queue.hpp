// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <csignal>

namespace cardon {

/// While it lives, SIGTERM, SIGINT, SIGUSR1 and SIGCHLD do nothing but wait here to be taken, for a
/// program that has nothing to do itself but to look after another one. Not for programs with
/// threads.
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
  /// What was blocked before, for processes that are started.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t taken_{}, before_{};
  struct sigaction child_before_ {};
};

}  // namespace cardon
