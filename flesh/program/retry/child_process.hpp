// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "retry/process_end.hpp"
#include "retry/signal_queue.hpp"

namespace cardon {

/// Another program that this one looks after. It has no standard input and a group of its own, so
/// that keys such as Ctrl-C reach this program only. It gets SIGUSR1 if this program dies:
/// launchers pass that on, and the run stops with a checkpoint.
class ChildProcess {
 public:
  /// Starts it; the first word is the program. Throws Error (run/launch) where there is no such
  /// program.
  ChildProcess(const std::vector<std::string>& command, const SignalQueue& signals);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Ends it at once if it was not waited for.
  ~ChildProcess();

  /// Until it ends. Signals that come to this program are given to `on_signal`. A launcher that has
  /// had no rank any more for 20 s is ended.
  ProcessEnd wait(const std::function<void(int signal)>& on_signal);
  void send(int signal) const;

 private:
  const SignalQueue& signals_;
  pid_t pid_ = -1;  // below 0: it has ended
};

}  // namespace cardon
