// SPDX-License-Identifier: Apache-2.0
#include "retry/signal_queue.hpp"

#include <initializer_list>

namespace cardon {

SignalQueue::SignalQueue() {
  sigemptyset(&taken_);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGCHLD}) sigaddset(&taken_, signal);
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
}

int SignalQueue::next(std::chrono::nanoseconds patience) const {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(patience);
  const timespec time{.tv_sec = whole.count(), .tv_nsec = (patience - whole).count()};
  const int signal = sigtimedwait(&taken_, nullptr, &time);
  return signal < 0 ? 0 : signal;
}

}  // namespace cardon
