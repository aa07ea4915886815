// SPDX-License-Identifier: Apache-2.0
#include "retry/signal_queue.hpp"

#include "session/signals.hpp"

namespace cardon {

SignalQueue::SignalQueue() {
  sigemptyset(&taken_);
  sigaddset(&taken_, SIGCHLD);
  for (const int signal : SignalWatch::wishes) sigaddset(&taken_, signal);
  // What is waited for comes even if it is ignored.
  if (SignalWatch::ignores_hangup()) sigdelset(&taken_, SIGHUP);
  struct sigaction nothing {};
  nothing.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &nothing, &pipe_before_);
  // Where a parent has set SIGCHLD to be ignored, nobody could learn how a process ended.
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &usual, &child_before_);
  sigprocmask(SIG_BLOCK, &taken_, &before_);
}

SignalQueue::~SignalQueue() {
  while (poll() != 0) continue;
  sigprocmask(SIG_SETMASK, &before_, nullptr);
  sigaction(SIGCHLD, &child_before_, nullptr);
  sigaction(SIGPIPE, &pipe_before_, nullptr);
}

void SignalQueue::restore() const {
  sigaction(SIGPIPE, &pipe_before_, nullptr);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int SignalQueue::next(std::chrono::nanoseconds patience) const {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(patience);
  const timespec time{.tv_sec = whole.count(), .tv_nsec = (patience - whole).count()};
  const int signal = sigtimedwait(&taken_, nullptr, &time);
  return signal < 0 ? 0 : signal;
}

}  // namespace cardon
